/**
 * After this a column of type bloom comes as a Bloom, of this client, or of all
 * if types is pg.types. As a parameter a Bloom goes without it, in binary.
 */
export function register(
    client: { query(text: string, values: unknown[]): Promise<{ rows: any[] }> },
    types?: { setTypeParser(oid: any, format: any, parse: (source: any) => unknown): void },
): Promise<void>;
