/**
 * After this, columns of type bloom and bloom[] are read as Filter and Filter[],
 * and Filters and arrays of them are parameters where the server expects those.
 */
export function register(sql: any): Promise<void>;
