/**
 * After this a column of type bloom comes as a Bloom, and a Bloom goes as a
 * parameter where the server expects a bloom.
 */
export function register(sql: any): Promise<void>;
