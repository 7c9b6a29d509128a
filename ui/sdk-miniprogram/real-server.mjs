// Runs the module, on the phone of the tests, against a real Truebell. Prints "ok", or fails.
//
//   TRUEBELL_URL        e.g. http://127.0.0.1:8080
//   TRUEBELL_KEY        an API key with the scopes "plans" and "grants"; in a mini-program there is none
//   TRUEBELL_RECIPIENT  external id of a recipient with an endpoint on the channel
//   TRUEBELL_PLAN       key of that recipient's plan
//   TRUEBELL_TEMPLATE   the template that the plan's reminders go out with
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const here = import.meta.dirname;
const file = join(here, 'target', 'real-server.js');
const bundle = await rolldown({ input: join(here, 'test/real/story.ts'), platform: 'node' });
await bundle.write({ file, format: 'esm' });
await bundle.close();

const { story } = await import(pathToFileURL(file).href);
await story(process.env);
console.log('ok');
