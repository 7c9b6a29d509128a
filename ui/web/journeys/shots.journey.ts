import { beforeAll, expect, test } from 'vitest';
import { stories, type Stories } from './stories.ts';
import { barriers, inBothLanguages, overflows, shoot, type Shade } from './world.ts';

let told: Stories;
beforeAll(async () => {
  told = await stories();
});

const pages: Record<string, (told: Stories) => string> = {
  overview: () => '/',
  messages: () => '/messages',
  message: ({ unknown }) => `/messages/${unknown}`,
  why: ({ people }) => `/why?recipient=${people.unknown}&at=${new Date().toISOString()}`,
  compose: () => '/compose',
  channels: () => '/channels',
  channel: ({ account }) => `/channels/${account}`,
  recipients: () => '/recipients',
  recipient: ({ people }) => `/recipients/${people.unknown}`,
  'not-found': () => '/nothing/here',
};

const widths = { wide: 1280, narrow: 390 };

inBothLanguages('every page', (language, open) => {
  for (const shade of ['light', 'dark'] satisfies Shade[]) {
    for (const [width, pixels] of Object.entries(widths)) {
      test(`stands and can be read by everyone, ${shade} and ${width}`, { timeout: 180_000 }, async () => {
        const page = await open('/', { shade, width: pixels });
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(new URL(path(told), page.url()).href);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForFunction(() => document.querySelector('.skeleton') === null);
          const what = `${name}-${language}-${shade}-${width}`;
          await shoot(page, what);
          expect(await barriers(page), what).toEqual([]);
          expect(await overflows(page), what).toBe(false);
        }
      });
    }
  }
});
