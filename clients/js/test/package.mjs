// Tests that require and import load the package that npm has installed in the
// directory MODULES: node clients/js/test/package.mjs MODULES
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const require = createRequire(folder + '/');
const { exports: listed } = require('bloomext/package.json');

// import() resolves names from the file that contains it
const file = path.join(folder, 'imports.mjs');
fs.writeFileSync(file, 'export const load = name => import(name);\n');
const { load } = await import(pathToFileURL(file));

for (const [name, entry] of Object.entries(listed)) {
    if (typeof entry === 'string')
        continue;
    const id = path.posix.join('bloomext', name);
    for (const target of [...Object.values(entry.import), ...Object.values(entry.require)])
        assert.ok(fs.existsSync(path.join(folder, 'node_modules/bloomext', target)), target);
    let required;
    try {
        required = require(id);
    } catch (error) {
        // the framework that an adapter is for is not installed
        assert.ok(error.code === 'MODULE_NOT_FOUND' && !/^Cannot find module '\.|bloomext/.test(error.message.split('\n')[0]), error.stack);
        console.log(`${id}: left out: ${error.message.split('\n')[0]}`);
        continue;
    }
    const imported = await load(id);
    assert.ok(Object.keys(required).length > 0, id);
    assert.deepEqual(Object.keys(imported).sort(), Object.keys(required).sort(), id);
    for (const what of Object.keys(required))
        assert.equal(imported[what], required[what], `${id} ${what}`);
    // what browsers and bundlers take
    const module = await import(pathToFileURL(path.join(folder, 'node_modules/bloomext', entry.import.default)));
    assert.deepEqual(Object.keys(module).sort(), Object.keys(required).sort(), id);
    console.log(`${id}: ${Object.keys(required).sort().join(', ')}`);
}

const { Filter } = await import(pathToFileURL(path.join(folder, 'node_modules/bloomext/bloomext.js')));
assert.ok(Filter.create(10).add('a').has('a'));
