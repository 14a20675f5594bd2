// Writes the module as JavaScript, which every bundler and browser can import
import fs from 'node:fs';

const wasm = fs.readFileSync(process.argv[2]);
console.log(`// Made by make
export const wasm = Uint8Array.from(atob('${wasm.toString('base64')}'), char => char.charCodeAt(0));`);
