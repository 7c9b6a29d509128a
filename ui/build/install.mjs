// Installs what package-lock.json names, unless exactly that is installed already.
import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')));
const wanted = lock.update(process.version).digest('hex');
const mark = join(folder, 'node_modules', '.installed');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  execSync('npm ci --no-audit --no-fund', { cwd: folder, stdio: 'inherit' });
  writeFileSync(mark, wanted);
}
