// Builds the pages, unless exactly these were built already.
import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const out = fileURLToPath(new URL('../../target/classes/META-INF/resources', import.meta.url));
const mark = join(out, '..', 'pages.built');
const inputs = ['index.html', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'src', 'public', 'build', '../../docs/openapi.json'];

function files(path) {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]));
}

const hash = createHash('sha256').update(process.version);
for (const input of inputs.map((name) => join(folder, name))) {
  const all = /\.[a-z]+$/.test(input) ? [input] : files(input).sort();
  all.forEach((file) => hash.update(file.slice(folder.length)).update(readFileSync(file)));
}
const wanted = hash.digest('hex');

if (!existsSync(join(out, 'index.html')) || !existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  execSync('npm run build', { cwd: folder, stdio: 'inherit' });
  writeFileSync(mark, wanted);
}
