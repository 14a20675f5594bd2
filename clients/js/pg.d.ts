interface Types {
    setTypeParser(oid: any, format: any, parse: (source: any) => unknown): unknown;
}

interface Queries {
    query(text: string): Promise<{ rows: any[] }>;
}

interface Pool extends Queries {
    on(event: 'acquire', listener: (client: any) => void): unknown;
}

/**
 * After this, columns of type bloom and bloom[] are returned as Filter and Filter[].
 * This applies to the given client, to all clients that the given pool returns from
 * now on, or to all clients if types is pg.types. Parameters need no registration.
 */
export function register(client: (Queries & Types) | Pool): Promise<void>;
export function register(client: Queries, types: Types): Promise<void>;
