// Filters as parameters and results of node-postgres

import { OIDS, oidsOf, parse, parseArray } from './types.js';

// node-postgres decodes results as UTF-8 before a parser can read them
function refuse() {
    throw new Error('node-postgres cannot read filters in binary: query without binary: true');
}

export async function register(client, types) {
    const { rows } = await client.query(OIDS);
    const [oid, array] = oidsOf(rows);

    function prepare(target) {
        target.setTypeParser(oid, 'text', parse);
        target.setTypeParser(array, 'text', parseArray);
        for (const number of [oid, array])
            target.setTypeParser(number, 'binary', refuse);
    }

    if (types)
        prepare(types);
    else if (typeof client.setTypeParser === 'function')
        prepare(client);
    else {
        // a pool, whose clients have separate parsers
        const prepared = new WeakSet();
        client.on('acquire', acquired => {
            if (!prepared.has(acquired)) {
                prepared.add(acquired);
                prepare(acquired);
            }
        });
    }
}
