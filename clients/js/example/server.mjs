// Serves the page and a filter from PostgreSQL: server.mjs MODULES [PORT]
// MODULES is the directory with pg.
import fs from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { register } from '../pg.js';

const FILES = {
    '/': ['index.html', 'text/html; charset=utf-8'],
    '/bloomext.js': ['../bloomext.js', 'text/javascript'],
    '/error.js': ['../error.js', 'text/javascript'],
    '/filter.js': ['../filter.js', 'text/javascript'],
    '/module.js': ['../module.js', 'text/javascript'],
    '/wasm.js': ['../wasm.js', 'text/javascript'],
};

/** Makes the list in the database that PGHOST and the like tell, and serves it */
export async function start(modules, port) {
    const pg = createRequire(modules + '/')('pg');
    const client = new pg.Client();
    await client.connect();
    await client.query(await fs.readFile(new URL('schema.sql', import.meta.url), 'utf8'));
    await register(client);

    async function answer(path) {
        if (path === '/blocked.bloom') {
            const { rows } = await client.query('SELECT urls FROM published');
            return [rows[0].urls.toBytes(), 'application/octet-stream'];
        }
        const [file, type] = FILES[path];
        return [await fs.readFile(new URL(file, import.meta.url)), type];
    }

    const server = http.createServer(async (request, response) => {
        const { pathname } = new URL(request.url, 'http://localhost');
        if (pathname !== '/blocked.bloom' && !Object.hasOwn(FILES, pathname)) {
            response.writeHead(404).end();
            return;
        }
        try {
            const [body, type] = await answer(pathname);
            // the only exception to a strict policy is WebAssembly
            response.writeHead(200, {
                'Content-Type': type,
                'Content-Security-Policy': "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
            }).end(body);
        } catch (error) {
            response.writeHead(500).end(error.message);
        }
    });
    await new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        async stop() {
            server.close();
            await client.end();
        },
    };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { url } = await start(process.argv[2], Number(process.argv[3] ?? 8080));
    console.log(`Open ${url}, and stop this with Ctrl-C.`);
}
