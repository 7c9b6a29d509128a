import { beforeAll, expect, test } from 'vitest';
import { ask, barriers, inBothLanguages, overflows, shoot, until } from './world.ts';

const words = {
  en: {
    story: 'What happened',
    gates: /All 11 gates let it pass/,
    which: 'Which gates, and their numbers',
    hours: 'Quiet hours and sending hours',
    called: /The provider was called; it took \d+ ms/,
    repeated: /came 50 times, counted once/,
    unknown: /Unknown/,
    notAgain: /It is not sent again by itself, since it may have arrived/,
    resend: 'Send again …',
    reason: 'Why is it sent again?',
    doReason: 'Say why.',
    doubt: /I accept that this person may get it twice/,
    doDoubt: /needs your word that a duplicate is acceptable/,
    send: 'Send again',
    sent: /Planned again as a new delivery. Nothing has been sent yet/,
    show: 'Show the new delivery',
    superseded: 'Earlier, sent again since',
    tomorrow: /It is tried in /,
    withdraw: 'Withdraw …',
    all: /This whole notification, for all of its 2 recipients/,
    alsoOthers: /waits for .* now, other messages too/,
    doWithdraw: 'Withdraw',
    withdrawn: '2 deliveries withdrawn before they were sent.',
    cancelled: 'Cancelled',
    digest: /It joined a digest of 2 messages/,
    carrier: 'The message that carries it',
    notThere: /There is no such thing here/,
    raw: 'Raw data',
    nothing: 'Nothing has to be done.',
    fix: 'See this person’s addresses',
  },
  zh: {
    story: '经过',
    gates: /全部 11 道关卡放行/,
    which: '查看各关卡及数值',
    hours: '免打扰与可发送时段',
    called: /已调用服务商，用时 \d+ 毫秒/,
    repeated: /收到 50 次，只计一次/,
    unknown: /结果未知/,
    notAgain: /可能已经到达，因此不会自动重发/,
    resend: '重新发送…',
    reason: '为什么要重新发送？',
    doReason: '请填写原因。',
    doubt: /我接受此人可能收到两次/,
    doDoubt: /须由你确认可以接受重复/,
    send: '重新发送',
    sent: /已计划一次新的投递，目前还没有发送/,
    show: '查看新的投递',
    superseded: '更早的投递（已重发）',
    tomorrow: /尝试发送，届时仍须通过全部关卡/,
    withdraw: '撤回…',
    all: /整条通知，涉及全部 2 位收件人/,
    alsoOthers: /包括其他消息；不影响其他人/,
    doWithdraw: '确认撤回',
    withdrawn: '已在发送前撤回 2 次投递。',
    cancelled: '已取消',
    digest: /已并入关于 .* 的摘要，共 2 条消息/,
    carrier: '承载该摘要的消息',
    notThere: /这里没有该内容/,
    raw: '原始数据',
    nothing: '无需处理。',
    fix: '查看此人的地址',
  },
};

interface Listed {
  items: { id: string; recipient: string; title: string; deliveries: { id: string; state: string }[] }[];
}

inBothLanguages('a message', (language, open) => {
  const say = words[language];
  const run = crypto.randomUUID().slice(0, 8);

  /** A person whose provider does what the word says. */
  async function person(fate: string): Promise<string> {
    const id = `${fate}-${run}`;
    await ask('PUT', `/v1/recipients/${id}`, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
    const address = `sandbox-${fate.replace(/-p$/, '')}`;
    await ask('POST', `/v1/recipients/${id}/endpoints`, { channel: 'miaotixing', account: `one-${run}`, address });
    return id;
  }

  /** Sends to them; answers the message of each once its delivery stands as is wanted. */
  async function sent(recipients: string[], subject: string, wanted: string, more: object = {}): Promise<string> {
    await ask('POST', '/v1/notifications', {
      type: 'trip.changed',
      category: 'transactional',
      subject: `${subject}:${run}`,
      recipients,
      payload: { title: `Trip ${run} leaves at 09:30`, text: 'Platform 4, coach 12.' },
      ...more,
    });
    return until(async () => {
      const { items } = await ask<Listed>('GET', `/v1/messages?subject=${subject}:${run}&recipient=${recipients[0] ?? ''}`);
      const newest = items[0];
      return newest?.deliveries[0]?.state === wanted ? newest.id : undefined;
    }, `${subject} ${wanted}`);
  }

  beforeAll(async () => {
    await ask('POST', '/v1/channel-accounts', { channel: 'miaotixing', name: `one-${run}`, sandbox: true });
  });

  test('its story is told in the order of time, with gates, calls and receipts', async () => {
    const id = await sent([await person('receipt-repeated')], 'story', 'DELIVERED');
    const page = await open(`/messages/${id}`);
    const steps = page.getByRole('list', { name: say.story }).getByRole('listitem');
    await steps.filter({ hasText: say.repeated }).waitFor();
    const told = await steps.filter({ has: page.locator('.step-head') }).allInnerTexts();
    // it may have been held in between, when others were sent at the same time
    const [gates, called] = [say.gates, say.called].map((words) => told.findIndex((step) => step.match(words) !== null));
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect(gates).toBeGreaterThan(0);
    expect(called).toBeGreaterThan(gates ?? -1);
    expect(called).toBeLessThan(told.length - 1);
    await page.getByText(say.which).click();
    await page.getByText(say.hours).waitFor();
    await page.getByText(say.nothing).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `message-${language}`);
    await page.getByText(say.raw).first().click();
    await page.getByText('"can_prove"').waitFor();
  });

  test('an unknown one is sent again only with a reason and a word about duplicates', async () => {
    const id = await sent([await person('garbage')], 'doubt', 'UNKNOWN');
    const page = await open(`/messages/${id}`, { shade: 'dark' });
    await page.getByText(say.notAgain).waitFor();
    await page.getByRole('button', { name: say.resend }).click();
    await page.getByRole('button', { name: say.send, exact: true }).click();
    await page.getByText(say.doReason).waitFor();
    await page.getByLabel(say.reason).fill('Ann asked for it');
    await page.getByText(say.doDoubt).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `message-resend-dark-${language}`);
    expect((await ask<Listed>('GET', `/v1/messages?subject=doubt:${run}`)).items[0]?.deliveries).toHaveLength(1);

    await page.getByLabel(say.doubt).check();
    await page.getByRole('button', { name: say.send, exact: true }).click();
    await page.getByText(say.sent).waitFor();
    await page.getByText(say.superseded).waitFor();
    await page.getByRole('button', { name: say.show }).click();
    const { items } = await ask<Listed>('GET', `/v1/messages?subject=doubt:${run}`);
    const newest = items[0]?.deliveries.at(-1)?.id ?? '';
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`delivery-${newest}`);
    // the new one's fate shows by itself, with the reason that was given
    await page.locator(`#delivery-${newest}`).getByText(say.unknown).first().waitFor();
    await page.getByText(/Ann asked for it/).first().waitFor();
    await page.getByRole('button', { name: say.resend }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `message-resent-dark-${language}`);
  });

  test('what waits is withdrawn after saying how far that reaches', async () => {
    const both = [await person('accepted'), await person('receipt-delivered')];
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const id = await sent(both, 'later', 'QUEUED', { not_before: tomorrow });
    const page = await open(`/messages/${id}`);
    await page.getByText(say.tomorrow).waitFor();
    await page.getByRole('button', { name: say.withdraw }).click();
    await page.getByLabel(say.alsoOthers).waitFor();
    await page.getByLabel(say.all).check();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `message-withdraw-${language}`);
    await page.getByRole('button', { name: say.doWithdraw, exact: true }).click();
    await page.getByText(say.withdrawn).waitFor();
    await page.getByText(say.cancelled, { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: say.withdraw }).count()).toBe(0);
  });

  test('one that joined a digest leads to the message that carries it', async () => {
    const often = await person('accepted-p');
    for (let n = 0; n < 3; n += 1) {
      await sent([often], 'often', 'ACCEPTED');
    }
    const carrier = await sent([often], 'often', 'QUEUED');
    await until(async () => {
      const { items } = await ask<Listed>('GET', `/v1/messages?subject=often:${run}&reason=digest_opened`);
      return items[0]?.id === carrier ? true : undefined;
    }, 'a digest that waits');
    const id = await sent([often], 'often', 'MERGED');
    const page = await open(`/messages/${id}`);
    await page.getByText(say.digest).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `message-digest-${language}`);
    await page.getByRole('link', { name: say.carrier }).click();
    await page.waitForURL((url) => url.pathname === `/messages/${carrier}`);
  });

  test('it fits a narrow screen, and what is refused says what to put right first', async () => {
    const id = await sent([await person('not-found')], 'refused', 'REJECTED');
    const page = await open(`/messages/${id}`, { width: 390, height: 844 });
    await page.getByRole('link', { name: say.fix }).waitFor();
    await page.getByRole('list', { name: say.story }).waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `message-narrow-${language}`);
  });

  test('an address that names no message says so', async () => {
    const page = await open('/messages/not-an-id');
    await page.getByText(say.notThere).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto(new URL(`/messages/${crypto.randomUUID()}`, page.url()).href);
    await page.getByText(say.notThere).waitFor();
  });
});
