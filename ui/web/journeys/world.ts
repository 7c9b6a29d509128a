import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Said } from '../src/shared/i18n/texts.ts';

/** Address of a running Truebell, and a key of a tenant in it that may do everything. */
export const url = needed('TRUEBELL_URL');
export const key = needed('TRUEBELL_PAGES_KEY');

export type Language = 'en' | 'zh';
export type Shade = 'light' | 'dark';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shots = fileURLToPath(new URL('../target/shots', import.meta.url));

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set`);
  }
  return value;
}

/** Both languages, one after the other, each with a browser of its own. */
export function inBothLanguages(name: string, journey: (language: Language, open: Open) => void): void {
  describe.each<Language>(['en', 'zh'])(`${name} (%s)`, (language) => {
    let browser: Browser;
    const contexts: BrowserContext[] = [];
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(async () => {
      await Promise.all(contexts.map((context) => context.close()));
      await browser.close();
    });
    journey(language, async (path, options = {}) => {
      const context = await visitor(browser, { language, ...options });
      contexts.push(context);
      const page = await context.newPage();
      watch(page);
      if (options.signedIn ?? true) {
        await signIn(page);
      }
      await page.goto(url + path);
      return page;
    });
  });
}

export interface Visit {
  language?: Language;
  shade?: Shade;
  width?: number;
  height?: number;
  signedIn?: boolean;
}
export type Open = (path: string, options?: Visit) => Promise<Page>;

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });
}

export async function visitor(
  browser: Browser,
  { language = 'en', shade = 'light', width = 1280, height = 900 }: Visit,
): Promise<BrowserContext> {
  return browser.newContext({
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    colorScheme: shade,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
}

/** Signs in without the form, so that a journey begins where it is about something else. */
export async function signIn(page: Page): Promise<void> {
  const context = page.context();
  await context.request.get(`${url}/v1/session`);
  const token = (await context.cookies(url)).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await context.request.post(`${url}/v1/session`, {
    data: { key },
    headers: { 'X-XSRF-TOKEN': token },
  });
  expect(answer.status()).toBe(200);
}

/** A page that says something in the console, or asks for what is not there, is broken. */
function watch(page: Page): void {
  page.on('pageerror', (error) => {
    throw error;
  });
}

/** What axe finds wrong, in words; nothing when all is well. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: run } = globalThis as typeof globalThis & {
      axe: { run: (root: Document) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
    };
    const { violations } = await run.run(document);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
  });
}

/** Nothing is cut off or scrolls sideways. */
export async function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);
}

/** Into a folder that git ignores. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(shots, { recursive: true });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

/** Asks the API as a program would, with the key. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      'Idempotency-Key': crypto.randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  }
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export function said(sentence: Said, language: Language): string {
  return sentence[language];
}

/** Asks again until it is so. */
export async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`in vain: ${what}`);
    }
    await new Promise((done) => setTimeout(done, 200));
  }
}
