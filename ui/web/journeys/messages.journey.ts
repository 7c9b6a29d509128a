import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { delivery, message } from '../src/features/messages/fixtures.ts';
import { ask, barriers, inBothLanguages, overflows, shoot, until } from './world.ts';

const words = {
  en: {
    title: 'Messages',
    words: 'Words in the title',
    recipient: 'Recipient',
    state: 'State',
    failed: 'Failed',
    removeRecipient: /^Remove the filter Recipient/,
    removeState: /^Remove the filter State/,
    clear: 'Clear all',
    more: 'More filters',
    filters: /^Filters \(/,
    none: 'No message fits these filters',
    wrong: 'Please correct this:',
    removeTo: /^Remove the filter Until/,
    retry: 'Try again',
    fresh: '1 new message',
    live: 'Live',
    away: 'Not live, connecting again',
    back: '← Messages',
    when: 'Time',
  },
  zh: {
    title: '消息',
    words: '标题中的文字',
    recipient: '收件人',
    state: '状态',
    failed: '失败',
    removeRecipient: /^移除筛选 收件人/,
    removeState: /^移除筛选 状态/,
    clear: '全部清除',
    more: '更多筛选',
    filters: /^筛选（/,
    none: '没有符合筛选条件的消息',
    wrong: '请更正：',
    removeTo: /^移除筛选 到/,
    retry: '重试',
    fresh: '1 条新消息',
    live: '实时',
    away: '未实时更新，正在重新连接',
    back: '← 消息列表',
    when: '时间',
  },
};

interface Listed {
  items: { id: string; recipient: string; deliveries: { state: string }[] }[];
}

/** Three people of this run: one whose provider accepts, one whose provider fails, one without an address. */
async function someMessages(run: string): Promise<void> {
  await ask('POST', '/v1/channel-accounts', { channel: 'miaotixing', name: `list-${run}`, sandbox: true });
  for (const fate of ['accepted', '500', 'inbox']) {
    await ask('PUT', `/v1/recipients/${fate}-${run}`, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
    if (fate !== 'inbox') {
      await ask('POST', `/v1/recipients/${fate}-${run}/endpoints`, {
        channel: 'miaotixing',
        account: `list-${run}`,
        address: `sandbox-${fate}`,
      });
    }
  }
  await ask('POST', '/v1/notifications', {
    type: 'trip.changed',
    category: 'transactional',
    subject: `trip:${run}`,
    recipients: ['accepted', '500', 'inbox'].map((fate) => `${fate}-${run}`),
    payload: { title: `Trip ${run} leaves at 09:30`, text: 'Platform 4' },
  });
  await until(async () => {
    const { items } = await ask<Listed>('GET', `/v1/messages?subject=trip:${run}`);
    const states = items.flatMap(({ deliveries }) => deliveries.map(({ state }) => state)).toSorted();
    return states.join() === 'ACCEPTED,FAILED,INBOX_ONLY' ? true : undefined;
  }, 'three messages with their fates');
}

/** A server's hints, one connection after the other; each ends at once, and the browser comes again. */
async function hints(page: Page, next: () => Promise<string>): Promise<void> {
  await page.route(/\/v1\/messages:watch/, async (route) => {
    const body = `retry: 50\n\n${await next()}`;
    await route.fulfill({ contentType: 'text/event-stream', body }).catch(() => undefined);
  });
}

const json = (route: Route, body: unknown) => route.fulfill({ json: body });

/** So many messages, the newest first, in pages of {@code size}; whatever the filter. */
async function serve(page: Page, life: { total: number }, size: number, asked: string[] = []): Promise<void> {
  // a hundred thousand with deliveries would weigh a hundred megabytes
  const sparse = life.total > 10_000;
  const of = (n: number) =>
    message(n, {
      deliveries: n % 7 === 0 ? [delivery({ state: 'UNKNOWN' })] : sparse ? [] : [delivery()],
      title: `Message ${n}`,
    });
  await page.route(/\/v1\/messages\?/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    asked.push(cursor ?? 'first');
    const newest = cursor === null ? life.total : Number(cursor);
    const items = Array.from({ length: Math.min(size, newest) }, (_, row) => of(newest - row));
    return json(route, { items, next_cursor: newest > size ? String(newest - size) : null });
  });
  await page.route(/\/v1\/messages\/[0-9a-f-]+$/, (route) => {
    const [, high = '0', low = '0'] = /01a2([0-9a-f]{4})-([0-9a-f]{4})/.exec(route.request().url()) ?? [];
    return json(route, of(Number.parseInt(high + low, 16)));
  });
}

inBothLanguages('messages', (language, open) => {
  const say = words[language];
  const run = crypto.randomUUID().slice(0, 8);

  beforeAll(() => someMessages(run));

  test('the list is searched, and the address holds the search', async () => {
    const page = await open(`/messages?subject=trip:${run}`);
    const row = (fate: string) => page.getByRole('row').filter({ hasText: `${fate}-${run}` });
    await row('accepted').waitFor();
    expect(await page.getByRole('row').count()).toBe(4);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `messages-${language}`);

    await page.getByRole('combobox', { name: say.state, exact: true }).selectOption({ label: say.failed });
    await row('accepted').waitFor({ state: 'detached' });
    await row('500').waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('FAILED');

    await page.getByRole('textbox', { name: say.recipient, exact: true }).fill(`nobody-${run}`);
    await page.keyboard.press('Enter');
    await page.getByText(say.none).waitFor();
    expect(await barriers(page)).toEqual([]);

    await page.getByRole('button', { name: say.removeRecipient }).click();
    await row('500').waitFor();
    expect(await page.getByRole('textbox', { name: say.recipient, exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: say.removeState }).click();
    await row('inbox').waitFor();

    await page.getByRole('searchbox', { name: say.words }).fill(`trip ${run} LEAVES`);
    await page.waitForURL(/q=trip/);
    await row('accepted').waitFor();
    await page.reload();
    await row('accepted').waitFor();
    expect(await page.getByRole('searchbox', { name: say.words }).inputValue()).toBe(`trip ${run} LEAVES`);

    await page.getByRole('button', { name: say.clear }).click();
    await page.waitForURL((url) => url.search === '');
  });

  test('a filter that cannot be is explained, and mended where it stands', async () => {
    const page = await open(`/messages?subject=trip:${run}&from=2026-11-01T00:00:00Z&to=2026-10-01T00:00:00Z`);
    await page.getByText(say.wrong).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: say.removeTo }).click();
    await page.getByText(`accepted-${run}`).waitFor();
  });

  test('a page that does not come leaves what is loaded, and is asked for again', async () => {
    const page = await open('/channels');
    await serve(page, { total: 300 }, 100);
    let away = true;
    await page.route(/cursor=/, (route) => (away ? route.fulfill({ status: 503, body: '' }) : route.fallback()));
    await page.goto(new URL('/messages', page.url()).href);
    const scroller = page.locator('.messages-scroll');
    await page.getByText('Message 300', { exact: true }).waitFor();
    await scroller.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    const retry = page.getByRole('button', { name: say.retry });
    await retry.waitFor();
    await page.getByText('Message 201', { exact: true }).waitFor();
    await shoot(page, `messages-trouble-${language}`);
    away = false;
    await retry.click();
    await page.getByText('Message 200', { exact: true }).waitFor();
  });

  // words play no part in it
  test.runIf(language === 'en')('the keyboard goes from row to row and into a message', async () => {
    const page = await open(`/messages?subject=trip:${run}`);
    const links = page.getByRole('row').getByRole('link');
    await links.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const second = await links.nth(1).getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === second);
  });

  test('it fits a narrow screen in the dark', async () => {
    const page = await open(`/messages?subject=trip:${run}`, { shade: 'dark', width: 390, height: 844 });
    await page.getByText(`accepted-${run}`).waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `messages-narrow-dark-${language}`);
    await page.getByRole('button', { name: say.filters }).click();
    await page.getByRole('combobox', { name: say.when, exact: true }).selectOption('given');
    expect(await overflows(page)).toBe(false);
    await shoot(page, `messages-narrow-filters-${language}`);
  });

  test('new messages come in at the top, and wait while somebody reads further down', async () => {
    const page = await open('/channels');
    const life = { total: 5_000 };
    const waiting: ((body: string) => void)[] = [];
    await serve(page, life, 100);
    await hints(page, () => new Promise((send) => waiting.push(send)));
    const hint = async (body: string) => (await until(() => Promise.resolve(waiting.shift()), 'a connection that listens'))(body);
    const arrive = async () => {
      life.total += 1;
      await hint(`event: ready\ndata: {}\n\nevent: moved\ndata: {"messages":["${message(life.total).id}"],"more":false}\n\n`);
    };
    await page.goto(new URL('/messages', page.url()).href);
    await page.getByText('Message 5000', { exact: true }).waitFor();
    await arrive();
    await page.getByText('Message 5001', { exact: true }).waitFor();
    // the connection ended, and another is being made
    await page.getByText(say.away, { exact: true }).waitFor();

    const scroller = page.locator('.messages-scroll');
    await scroller.evaluate((box) => box.scrollTo({ top: 3_000 }));
    await page.getByText('Message 4945', { exact: true }).waitFor();
    await arrive();
    await page.getByRole('button', { name: say.fresh }).waitFor();
    expect(await page.getByText('Message 5002', { exact: true }).count()).toBe(0);
    expect(await scroller.evaluate((box) => box.scrollTop)).toBe(3_000);
    await shoot(page, `messages-new-${language}`);
    await page.getByRole('button', { name: say.fresh }).click();
    await page.getByText('Message 5002', { exact: true }).waitFor();
    await hint('event: ready\ndata: {}\n\n');
  });

  // words play no part in it
  test.runIf(language === 'en')('a hundred thousand messages are scrolled through and left and come back to', async () => {
    const page = await open('/channels');
    const asked: string[] = [];
    await serve(page, { total: 100_000 }, 1_000, asked);
    await page.goto(new URL('/messages', page.url()).href);
    await page.getByText('Message 100000', { exact: true }).waitFor();

    // as fast as frames come, to the very end; hundreds of frames without news would be a stall
    const most = await page.locator('.messages-scroll').evaluate(async (box) => {
      let drawn = 0;
      let height = 0;
      let idle = 0;
      while (box.querySelector('[data-row="99999"]') === null && idle < 600) {
        box.scrollTo({ top: box.scrollHeight });
        await new Promise(requestAnimationFrame);
        drawn = Math.max(drawn, box.querySelectorAll('[role=row]').length);
        idle = box.scrollHeight === height ? idle + 1 : 0;
        height = box.scrollHeight;
      }
      return drawn;
    });
    await page.getByText('Message 1', { exact: true }).waitFor();
    expect(most).toBeLessThan(60);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(100);

    // through the whole height in leaps: wherever it stops, the rows of that place are drawn
    for (const row of [12_345, 87_654, 50_000]) {
      await page.locator('.messages-scroll').evaluate((box, to) => box.scrollTo({ top: to * 56 }), row);
      await page.getByText(`Message ${100_000 - row}`, { exact: true }).waitFor();
    }
    expect(await page.getByRole('row').count()).toBeLessThan(60);

    const place = await page.locator('.messages-scroll').evaluate((box) => box.scrollTop);
    await page.getByRole('link', { name: 'Message 49995', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Message 49995' }).waitFor();
    await page.getByRole('link', { name: say.back }).click();
    await page.getByRole('link', { name: 'Message 49995', exact: true }).waitFor();
    expect(await page.locator('.messages-scroll').evaluate((box) => box.scrollTop)).toBe(place);
    // what is on the screen and what is new were asked for, not the whole list
    expect(asked.length).toBeLessThan(105);
  });
});
