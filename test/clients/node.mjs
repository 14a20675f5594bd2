// Runs the cases of test/clients/run with a Node.js driver: node.mjs CASES DRIVER
import fs from 'node:fs';

const values = { text: 'a', number: 1, array: ['a', 'x"\\,{ü'], empty: [], numbers: [1, 3] };

// each: a function that runs a text, with ? for the value, and returns the rows
const drivers = {
    'node-postgres': async () => {
        const { default: pg } = await import('pg');
        const client = new pg.Client();
        await client.connect();
        return async (text, ...value) => {
            let number = 0;
            return (await client.query(text.replace(/\?/g, () => `$${++number}`), value)).rows;
        };
    },
    'postgres.js': async () => {
        const { default: postgres } = await import('postgres');
        const sql = postgres({ max: 1 });
        // passed as a template string
        return async (text, ...value) => {
            const parts = text.split('?');
            return sql(Object.assign(parts, { raw: parts }), ...value);
        };
    },
    'knex': async () => {
        const { default: makeKnex } = await import('knex');
        const knex = makeKnex({ client: 'pg', connection: {} });
        return async (text, ...value) => (await knex.raw(text, value)).rows;
    },
};

const query = await drivers[process.argv[3]]();
const one = async (...call) => Object.values((await query(...call))[0])[0];
const held = await one('SELECT f FROM held');

for (const line of fs.readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) {
    const [name, kind, text, hex] = line.split('\t');
    let answer;
    try {
        if (kind === 'fetch') {
            const value = await one(text);
            answer = `ok\t${value.constructor.name} ${Buffer.from(value).toString('hex', 0, 4)}`;
        } else {
            const all = { ...values, bytes: Buffer.from(hex, 'hex'), again: held };
            answer = `ok\t${await one(text, ...kind.split(',').map(one => all[one]))}`;
        }
    } catch (error) {
        answer = `error\t${[error.message, error.hint ?? ''].join(' | ').replaceAll('\n', ' | ')}`;
    }
    console.log(`${name}\t${answer}`);
}
process.exit();
