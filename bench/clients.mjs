// The JavaScript part of the script `clients`
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { performance } from 'node:perf_hooks';

import { Filter } from '../clients/js/bloomext.js';

const ROUNDS = 5;
const [, , path, lines] = process.argv;
const bytes = fs.readFileSync(path);
const filter = new Filter(bytes);
const urls = fs.readFileSync(lines, 'utf8').split('\n').slice(0, -1);
const members = new Set(urls.filter((url, i) => i % 2 === 0));

function each(container) {
    let hits = 0;
    for (const url of urls)
        if (container.has(url))
            hits++;
    return hits;
}

function least(what, test) {
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        const begin = performance.now();
        test();
        best = Math.min(best, performance.now() - begin);
    }
    console.log([bytes.length, what, best / urls.length * 1e6].join('|'));
}

assert(filter.hasMany(urls).filter(Boolean).length >= urls.length / 2 && each(filter) >= urls.length / 2);
least('JavaScript, hasMany', () => filter.hasMany(urls));
least('JavaScript, has', () => each(filter));
least('JavaScript, a Set', () => each(members));
