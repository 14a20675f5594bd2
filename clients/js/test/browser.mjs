// Tests the example in a browser: test/with-server node browser.mjs MODULES
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { start } from '../example/server.mjs';

const BROWSER = process.env.BROWSER ?? 'chromium';
const run = promisify(execFile);

test('the page of the example', async () => {
    const { url, stop } = await start(process.argv[2], 0);
    const profile = await fs.mkdtemp(path.join(os.tmpdir(), 'bloomext-browser.'));

    // returns the page after everything has been loaded
    async function page(asked) {
        const { stdout } = await run(BROWSER, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
            `--user-data-dir=${profile}`, '--virtual-time-budget=20000', '--timeout=60000', '--dump-dom',
            `${url}?url=${encodeURIComponent(asked)}`], { timeout: 120000 });
        return {
            answer: /<output[^>]*class="(\w+)"/.exec(stdout)?.[1],
            about: /id="about">([^<]*)/.exec(stdout)?.[1],
        };
    }

    try {
        const { answer, about } = await page('https://malware.example/download');
        assert.match(about, /^About 100,000 URLs in 1\d\d kB; of a thousand others, (0\.\d|1\.0) look blocked\.$/);
        assert.equal(answer, 'blocked');
        assert.equal((await page('https://bücher.example/falsch')).answer, 'blocked');
        assert.equal((await page('https://c4ca4238a0b923820dcc509a6f75849b.example/')).answer, 'blocked');
        assert.equal((await page('https://www.example.com/')).answer, 'fine');
    } finally {
        await stop();
        await fs.rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
});
