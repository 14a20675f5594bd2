// Filters as parameters and results of postgres.js

import { OIDS, oidsOf, parse, parseArray, serialize, serializeArray } from './types.js';

export async function register(sql) {
    const [oid, array] = oidsOf(await sql.unsafe(OIDS));
    const { parsers, serializers } = sql.options;
    parsers[oid] = parse;
    parsers[array] = parseArray;
    serializers[oid] = serialize;
    serializers[array] = serializeArray;
}
