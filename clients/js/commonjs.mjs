// Writes the package for Node.js, from the modules for browsers and bundlers:
//
//     commonjs.mjs FOLDER PART ...
//
// PART.cjs is the CommonJS module.  PART.mjs is loaded by `import`, and exports the
// same classes, so a program that uses both has one class Filter.  The conversion
// supports only the syntax that the modules use.  It removes comments, because the
// package also has the modules.
import fs from 'node:fs';

const [folder, ...parts] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });

const names = list => list.split(',').map(name => name.trim()).filter(Boolean);

for (const part of parts) {
    const exported = [];
    const text = fs.readFileSync(part + '.js', 'utf8')
        .replace(/^ *(\/\/.*|\/\*\*[^]*?\*\/)\n/gm, '')
        .replace(/^export (\{([^}]*)\} from .*)$/gm, (_, rest, list) => (exported.push(...names(list)), `import ${rest}`))
        .replace(/^import \{([^}]*)\} from '([^']*)';$/gm, (_, list, from) =>
            `const {${list.replaceAll(' as ', ': ')}} = require('${from.replace(/^(\.\/.*)\.js$/, '$1.cjs')}');`)
        .replace(/^import (\w+) from '([^']*)';$/gm, "const $1 = require('$2');")
        .replace(/^export \{([^}]*)\};\n/gm, (_, list) => (exported.push(...names(list)), ''))
        .replace(/^export const \{([^}]*)\} = /gm, (_, list) => (exported.push(...names(list)), `const {${list}} = `))
        .replace(/^export ((?:async )?function\*?|class|const) (\w+)/gm, (_, kind, name) => (exported.push(name), `${kind} ${name}`));
    if (/^(import|export) /m.test(text))
        throw new Error(`${part}.js: ${/^(import|export) .*/m.exec(text)[0]}`);
    fs.writeFileSync(`${folder}/${part}.cjs`, `'use strict';\n${text}\nmodule.exports = { ${exported.join(', ')} };\n`);
    fs.writeFileSync(`${folder}/${part}.mjs`,
        `import part from './${part}.cjs';\n\nexport const { ${exported.join(', ')} } = part;\n`);
    if (fs.existsSync(part + '.d.ts'))
        fs.writeFileSync(`${folder}/${part}.d.cts`,
            fs.readFileSync(part + '.d.ts', 'utf8').replace(/'(\.\/\w+)\.js'/g, "'$1.cjs'"));
}
