// Says what a browser loads before the first page stands, gzipped, and fails when it is too much.
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT = 350_000;
const FIRST = 'src/features/overview/overview-page.tsx';
const out = process.env['TRUEBELL_PAGES_OUT'] ?? fileURLToPath(new URL('../../target/classes/META-INF/resources', import.meta.url));
const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'));

const files = new Set(['index.html', 'favicon.svg']);
function add(name) {
  const chunk = manifest[name];
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  (chunk.css ?? []).forEach((file) => files.add(file));
  (chunk.imports ?? []).forEach(add);
  // what the first page fetches by itself, e.g. its chart, counts too
  if (name === FIRST) (chunk.dynamicImports ?? []).forEach(add);
}
add('index.html');
add(FIRST);

const sizes = [...files].map((file) => [file, gzipSync(readFileSync(join(out, file))).length]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [file, size] of sizes.toSorted((a, b) => b[1] - a[1])) {
  console.log(`${String(size).padStart(9)}  ${file}`);
}
console.log(`${String(total).padStart(9)}  bytes gzipped for the first page, of ${LIMIT} allowed`);
process.exitCode = total > LIMIT ? 1 : 0;
