/**
 * After this, columns of type bloom and bloom[] are returned as Filter and Filter[].
 * Filters and arrays of filters can be passed where the server expects these types.
 */
export function register(sql: any): Promise<void>;
