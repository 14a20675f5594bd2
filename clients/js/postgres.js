// Filters as parameters and results of postgres.js

import { OIDS, oidsOf, parse, parseArray, serialize, serializeArray } from './types.js';

export async function register(sql) {
    // as arrays, because the option transform can rename columns
    const rows = await sql.unsafe(OIDS).values();
    const [oid, array] = oidsOf(rows.map(([oid, typarray]) => ({ oid, typarray })));
    const { parsers, serializers } = sql.options;
    parsers[oid] = parse;
    parsers[array] = parseArray;
    serializers[oid] = serialize;
    serializers[array] = serializeArray;
}
