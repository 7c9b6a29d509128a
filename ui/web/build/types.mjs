// Writes the types of the API's answers and requests from its OpenAPI document.
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapi, { astToString } from 'openapi-typescript';

const document = process.env['TRUEBELL_OPENAPI'] ?? fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
const target = fileURLToPath(new URL('../target/schema.d.ts', import.meta.url));

const nodes = await openapi(pathToFileURL(document), { alphabetize: true });
const text = '// Generated from docs/openapi.json by build/types.mjs.\n' + astToString(nodes);
mkdirSync(dirname(target), { recursive: true });
// unchanged files keep their date, so that nothing is built for nothing
if (read(target) !== text) {
  writeFileSync(target, text);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
