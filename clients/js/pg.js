// Filters to and from PostgreSQL by node-postgres

import { OIDS, oidsOf, parse, parseArray } from './types.js';

// It reads results as UTF-8 before any parser sees them
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
        // a pool: its clients have parsers of their own
        const prepared = new WeakSet();
        client.on('acquire', acquired => {
            if (!prepared.has(acquired)) {
                prepared.add(acquired);
                prepare(acquired);
            }
        });
    }
}
