import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { ask, barriers, inBothLanguages, overflows, shoot, until } from './world.ts';

const words = {
  en: {
    title: 'Overview', deliveries: 'Deliveries', attention: 'What wants attention', newest: 'The newest', table: 'The same as a table', chart: /Deliveries by hour/,
    week: 'Last 7 days', days: /Deliveries by day/, rejected: 'Rejected', first: 'First steps', account: 'Set up a channel account', compose: 'Send a message',
    done: /done/, trouble: 'This could not be shown', again: 'Try again', silent: /Silent failures/, backlog: 'Waiting to be sent', calm: 'Nothing wants attention', held: 'Held until later',
  },
  zh: {
    title: '总览', deliveries: '投递', attention: '需要留意', newest: '最近一条', table: '以表格查看', chart: /每小时投递数/,
    week: '最近 7 天', days: /每天投递数/, rejected: '被拒绝', first: '开始使用', account: '添加渠道账号', compose: '发送一条消息',
    done: /已完成/, trouble: '无法显示', again: '重试', silent: /静默失败/, backlog: '待发送', calm: '没有需要留意的情况', held: '暂缓发送',
  },
};

const run = Date.now().toString(36);

interface Messages {
  items: { deliveries: { state: string }[] }[];
}
/** Two people of one account: one is refused by the provider, the other is not. */
async function sentToday(id: string): Promise<void> {
  await ask('POST', '/v1/channel-accounts', { channel: 'miaotixing', name: id, sandbox: true });
  for (const [what, state] of [['rejected', 'REJECTED'], ['accepted', 'ACCEPTED']]) {
    const person = `${what ?? ''}-${id}`;
    await ask('PUT', `/v1/recipients/${person}`, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
    await ask('POST', `/v1/recipients/${person}/endpoints`, { channel: 'miaotixing', account: id, address: `sandbox-${what ?? ''}` });
    await ask('POST', '/v1/notifications', { type: 'trip.changed', category: 'transactional', recipients: [person], payload: { title: `Trip ${id}` } });
    await until(async () => {
      const { items } = await ask<Messages>('GET', `/v1/messages?recipient=${person}`);
      return items.some(({ deliveries }) => deliveries.some((delivery) => delivery.state === state)) || undefined;
    }, `${state ?? ''} for ${person}`);
  }
}

const answer = (page: Page, how: (route: Route) => Promise<void>) => page.route(/\/v1\/overview/, how);
const wait = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

inBothLanguages('overview', (language, open) => {
  const say = words[language];

  test('what was sent today is counted, drawn, and leads to its list', async () => {
    await sentToday(`${run}-${language}`);
    const page = await open('/');
    await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
    await wait(page, say.deliveries);
    await wait(page, say.attention);
    await wait(page, say.backlog);
    await page.getByRole('heading', { level: 2, name: say.silent }).waitFor();
    await page.getByRole('img', { name: say.chart }).locator('svg path:not([fill="none"])').filter({ visible: true }).first().waitFor();
    await page.getByText(say.table).click();
    expect(await page.getByRole('table', { name: say.chart }).getByRole('row').count()).toBeGreaterThan(1);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `overview-${language}`);
    await page.getByRole('link', { name: say.newest }).first().waitFor();

    const link = page.getByRole('link', { name: new RegExp(`^${say.rejected}`) });
    expect(Number.parseInt((await link.textContent())?.replace(say.rejected, '') ?? '', 10)).toBeGreaterThan(0);
    await link.click();
    await page.waitForURL((address) => address.pathname === '/messages');
    const address = new URL(page.url());
    expect(address.searchParams.get('state')).toBe('REJECTED');
    expect(address.searchParams.get('from')).not.toBeNull();
  });

  test('a week has a bar for each day, also narrow and in the dark', async () => {
    const page = await open('/', { shade: 'dark', width: 390, height: 800 });
    await page.getByRole('link', { name: say.week, exact: true }).click();
    await page.getByRole('img', { name: say.days }).locator('svg path:not([fill="none"])').filter({ visible: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('span')).toBe('7d');
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `overview-narrow-dark-${language}`);
  });

  test('a new tenant sees the way to a first accepted message', async () => {
    const page = await open('/compose');
    const now = new Date().toISOString();
    await answer(page, (route) =>
      route.fulfill({
        json: {
          from: now, at: now, deliveries: {}, hours: [], backlog: { due: 0, oldest_due_at: null }, held: [], attention: [],
          first_steps: { channel_account: true, recipient: false, endpoint: false, message: false, accepted: false },
        },
      }),
    );
    await page.goto(new URL('/', page.url()).href);
    await wait(page, say.first);
    expect(await page.getByRole('listitem').filter({ hasText: say.account }).last().textContent()).toMatch(say.done);
    expect(await page.getByRole('heading', { name: say.deliveries, exact: true }).count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `overview-first-${language}`);
    await page.getByRole('link', { name: say.compose, exact: true }).click();
    await page.waitForURL((address) => address.pathname === '/compose');
  });

  test('calm is said, and so is an error that can be tried again', async () => {
    const page = await open('/compose');
    let broken = true;
    const now = new Date().toISOString();
    await answer(page, (route) =>
      broken
        ? route.fulfill({ status: 403, json: { type: 'x', title: 'x', status: 403, code: 'missing_scope', detail: 'x', request_id: 'r-1' } })
        : route.fulfill({
            json: {
              from: now, at: now, deliveries: { DELIVERED: 1 }, hours: [], backlog: { due: 0, oldest_due_at: null }, held: [], attention: [],
              first_steps: { channel_account: true, recipient: true, endpoint: true, message: true, accepted: true },
            },
          }),
    );
    await page.goto(new URL('/', page.url()).href);
    await page.getByText(say.trouble).waitFor();
    expect(await barriers(page)).toEqual([]);
    broken = false;
    await page.getByRole('button', { name: say.again }).click();
    await page.getByText(say.calm, { exact: true }).waitFor();
    await wait(page, say.held);
  });
});
