import { expect, test } from 'vitest';
import { ask, barriers, inBothLanguages, overflows, said, shoot, until } from './world.ts';
import type { Said } from '../src/shared/i18n/texts.ts';

const words = {
  en: {
    who: 'Who', when: 'Roughly when', ask: 'Find out', now: 'Just now', missing: 'Say who should have got it.', answer: 'Answer', what: 'What was it about?',
    none: 'No message of that time has these words', start: 'Nobody is asked about yet', nearest: 'The nearest ones outside of that time', facts: 'What bore on it',
    meant: 'Was one of these meant?', person: 'Everything about this person', wrong: 'The server does not take this time.',
  },
  zh: {
    who: '谁没收到', when: '大概什么时候', ask: '查找原因', now: '刚才', missing: '请填写是谁没收到。', answer: '答案', what: '关于什么？',
    none: '那段时间没有包含这些文字的消息', start: '还没有查询', nearest: '那段时间之外最近的消息', facts: '相关情况',
    meant: '要找的是其中之一吗？', person: '此人的全部信息', wrong: '服务器不接受这个时间。',
  },
};

interface Messages {
  items: { id: string; deliveries: { state: string; why: Said }[] }[];
}
interface Why {
  answer: Said;
  messages: { id: string; title: string; deliveries: { why: Said }[] }[];
}

const run = Date.now().toString(36);

async function person(id: string): Promise<void> {
  await ask('PUT', `/v1/recipients/${id}`, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
}

/** Two messages to somebody whose provider refuses them. */
async function refused(id: string): Promise<void> {
  await person(id);
  await ask('POST', '/v1/channel-accounts', { channel: 'miaotixing', name: id, sandbox: true });
  await ask('POST', `/v1/recipients/${id}/endpoints`, { channel: 'miaotixing', account: id, address: 'sandbox-rejected' });
  for (const title of ['Gate changed', 'Water please']) {
    await ask('POST', '/v1/notifications', { type: 'trip.changed', category: 'transactional', recipients: [id], payload: { title } });
  }
  await until(async () => {
    const { items } = await ask<Messages>('GET', `/v1/messages?recipient=${id}`);
    return (items.length === 2 && items.every(({ deliveries }) => deliveries.every(({ state }) => state === 'REJECTED'))) || undefined;
  }, 'two refused deliveries');
}

inBothLanguages('why', (language, open) => {
  const say = words[language];
  const missed = `missed-${run}-${language}`;

  test('who and roughly when give an answer, its messages and a link to share', async () => {
    await refused(missed);
    const page = await open('/why');
    await page.getByText(say.start).waitFor();
    await page.getByRole('button', { name: say.ask }).click();
    await page.getByText(say.missing).waitFor();
    expect(await barriers(page)).toEqual([]);

    await page.getByLabel(say.who).fill(missed);
    const [, answer] = await Promise.all([
      page.getByRole('button', { name: say.now }).click(),
      page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/why')),
    ]);
    const why = (await answer.json()) as Why;
    await page.getByRole('region', { name: say.answer }).getByText(said(why.answer, language)).waitFor();
    expect(why.messages.map(({ title }) => title)).toEqual(['Gate changed', 'Water please']);
    await page.getByRole('link', { name: 'Gate changed', exact: true }).first().waitFor();
    expect(await page.getByText(said(why.messages[0]?.deliveries[0]?.why ?? why.answer, language)).count()).toBeGreaterThan(0);
    // whoever asked is led to the answer
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(said(why.answer, language));
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `why-${language}`);

    await page.getByLabel(say.what).fill('water');
    await page.getByRole('link', { name: 'Gate changed', exact: true }).first().waitFor({ state: 'detached' });
    await page.getByLabel(say.what).fill('nothing like it');
    await page.getByText(say.none).waitFor();
    await page.getByLabel(say.what).fill('water');
    await page.waitForURL((address) => address.searchParams.get('what') === 'water');

    const shared = await open(new URL(page.url()).pathname + new URL(page.url()).search, { shade: 'dark', width: 390, height: 800 });
    await shared.getByRole('region', { name: say.answer }).getByText(said(why.answer, language)).waitFor();
    await shared.getByRole('link', { name: 'Water please', exact: true }).first().waitFor();
    expect(await shared.getByLabel(say.who).inputValue()).toBe(missed);
    expect(await shared.getByLabel(say.what).inputValue()).toBe('water');
    expect(await overflows(shared)).toBe(false);
    expect(await barriers(shared)).toEqual([]);
    await shoot(shared, `why-narrow-dark-${language}`);
  });

  test('when no message was made, what is known is said, and what came nearest', async () => {
    const idle = `idle-${run}-${language}`;
    await person(idle);
    const page = await open(`/why?recipient=${idle}&at=${new Date().toISOString()}&within=PT3H`);
    await page.getByRole('heading', { name: say.answer }).waitFor();
    await page.getByRole('heading', { name: say.nearest }).waitFor();
    await page.getByRole('heading', { name: say.facts }).waitFor();
    await page.getByRole('link', { name: say.person }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `why-none-${language}`);
  });

  test('an id in other letters leads to the one that was meant', async () => {
    const meant = `meant-${run}-${language}`;
    await person(meant);
    const page = await open(`/why?recipient=${meant.toUpperCase()}&at=${new Date().toISOString()}`);
    await page.getByText(say.meant).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `why-unknown-${language}`);
    await page.getByRole('button', { name: meant, exact: true }).click();
    await page.getByRole('link', { name: say.person }).waitFor();
    expect(new URL(page.url()).searchParams.get('recipient')).toBe(meant);
  });

  test('a time that the server does not take is said at its field', async () => {
    const page = await open(`/why?recipient=${missed}&at=1066-10-14T00:00:00Z`);
    await page.getByText(say.wrong).waitFor();
    expect(await page.getByLabel(say.when).getAttribute('aria-invalid')).toBe('true');
  });
});
