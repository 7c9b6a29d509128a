// Walks through the pages of a running Truebell in a headless Chromium.
//
//   TRUEBELL_URL        e.g. http://127.0.0.1:8080
//   TRUEBELL_PAGES_KEY  a key of a tenant that may do everything; sandbox accounts allowed
//   CHROMIUM            where the browser is, unless at /usr/bin/chromium; build/chromium tells, or installs one
//
// Arguments are names of journeys, e.g. "messages"; all without any.
import { startVitest } from 'vitest/node';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const run = await startVitest('test', process.argv.slice(2), { run: true, watch: false, config: `${here}vitest.config.ts`, root: here });
const failed = run.state.getCountOfFailedTests() > 0 || run.state.getFiles().length === 0 || run.state.getUnhandledErrors().length > 0;
await run.close();
process.exit(failed ? 1 : 0);
