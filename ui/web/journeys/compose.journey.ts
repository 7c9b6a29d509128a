import { expect, test } from 'vitest';
import { ask, barriers, inBothLanguages, overflows, shoot } from './world.ts';

const words = {
  en: {
    recipients: 'Recipients', title: 'Title', type: 'Type', subject: 'Subject', dry: 'Dry run', send: 'Send', sendTo: /^Send to/, correct: /Please correct what is marked/, noTitle: 'Every notification has a title.',
    unknown: (id: string) => `There is no recipient “${id}”.`, would: 'Would be sent', notUsed: /Not used/, stale: /You changed something/, taken: /^Taken/, anyway: 'Send without a dry run?', yes: 'Send it now', cancel: 'Cancel',
    raw: 'Write JSON instead', json: 'Payload as JSON', secret: /looks like a secret/, fields: 'Back to fields', chosen: 'These channels', inbox: 'The inbox alone', inboxOnly: 'Inbox only', open: /No clear answer came/, again: 'Send again',
    repeated: /not taken twice/, another: 'Write another', noChannel: /Choose at least one/,
  },
  zh: {
    recipients: '收件人', title: '标题', type: '类型', subject: '主题', dry: '试运行', send: '发送', sendTo: /^发送给/, correct: /请更正标出的字段/, noTitle: '通知必须有标题。',
    unknown: (id: string) => `没有收件人“${id}”。`, would: '会发送', notUsed: /不使用/, stale: /又做了改动/, taken: /^已接收/, anyway: '不试运行就发送？', yes: '立即发送', cancel: '取消',
    raw: '改用 JSON 编写', json: 'JSON 格式的内容', secret: /可能含有机密/, fields: '返回表单', chosen: '指定渠道', inbox: '仅站内信', inboxOnly: '仅站内信', open: /没有收到明确的答复/, again: '再发一次',
    repeated: /没有重复接收/, another: '再写一条', noChannel: /至少选择一个渠道/,
  },
};

const run = Date.now().toString(36);

interface Messages {
  items: { title: string }[];
}

async function person(id: string): Promise<string> {
  await ask('POST', '/v1/channel-accounts', { channel: 'miaotixing', name: id, sandbox: true });
  await ask('PUT', `/v1/recipients/${id}`, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
  await ask('POST', `/v1/recipients/${id}/endpoints`, { channel: 'miaotixing', account: id, address: 'sandbox-accepted' });
  return id;
}

const got = async (id: string) => (await ask<Messages>('GET', `/v1/messages?recipient=${id}`)).items.map(({ title }) => title);

inBothLanguages('compose', (language, open) => {
  const say = words[language];

  test('what is wrong stands at its field, a dry run tells what would happen, and only then it is sent', async () => {
    const id = await person(`compose-${run}-${language}`);
    // a channel on which nobody has an address
    const secret = `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`;
    await ask('POST', '/v1/channel-accounts', { channel: 'webhook', name: `hook-${id}`, sandbox: true, credentials: { signing_secret: secret } });
    const page = await open('/compose');
    await page.getByRole('button', { name: say.send, exact: true }).click();
    await page.getByText(say.correct).waitFor();
    await page.getByText(say.noTitle).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `compose-wrong-${language}`);

    await page.getByLabel(say.recipients, { exact: true }).fill(`${id}, nobody-${run}`);
    await page.getByLabel(say.title, { exact: true }).fill('Gate changed to B12');
    await page.getByLabel(say.type, { exact: true }).fill('trip.changed');
    await page.getByRole('button', { name: say.dry }).click();
    await page.getByText(say.unknown(`nobody-${run}`)).waitFor();

    await page.getByLabel(say.recipients, { exact: true }).fill(id);
    await page.getByRole('button', { name: say.dry }).click();
    await page.getByText(say.would, { exact: true }).first().waitFor();
    await page.getByText(say.notUsed).first().waitFor();
    expect(await got(id)).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `compose-dry-run-${language}`);

    await page.getByLabel(say.title, { exact: true }).fill('Gate changed to C1');
    await page.getByText(say.stale).waitFor();
    await page.getByRole('button', { name: say.dry }).click();
    await page.getByRole('button', { name: say.sendTo }).click();
    await page.getByRole('heading', { name: say.taken }).waitFor();
    expect(await got(id)).toEqual(['Gate changed to C1']);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `compose-sent-${language}`);
    await page.getByRole('link', { name: id }).click();
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
  });

  test('without a dry run it is asked first, and trying again after no answer cannot send it twice', async () => {
    const id = await person(`again-${run}-${language}`);
    const page = await open(`/compose?recipient=${id}&type=trip.changed`, { shade: 'dark' });
    await page.getByLabel(say.title, { exact: true }).fill('Only once');
    await page.getByRole('button', { name: say.send, exact: true }).click();
    await page.getByRole('heading', { name: say.anyway }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: say.cancel }).click();
    expect(await got(id)).toEqual([]);

    // it is taken, and the answer is lost
    let lost = false;
    await page.route(/\/v1\/notifications$/, async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: say.send, exact: true }).click();
    await page.getByRole('button', { name: say.yes }).click();
    await page.getByText(say.open).waitFor();
    await shoot(page, `compose-open-dark-${language}`);
    expect(await got(id)).toEqual(['Only once']);
    // the key survives even this
    await page.reload();
    expect(await page.getByLabel(say.title, { exact: true }).inputValue()).toBe('Only once');
    await page.getByRole('button', { name: say.send, exact: true }).click();
    await page.getByRole('button', { name: say.yes }).click();
    await page.getByText(say.repeated).waitFor();
    expect(await got(id)).toEqual(['Only once']);
    await page.getByRole('button', { name: say.another, exact: true }).click();
    expect(await page.getByLabel(say.title, { exact: true }).inputValue()).toBe('');
  });

  test('JSON, channels and a narrow screen: what was typed survives, a secret does not', async () => {
    const id = await person(`json-${run}-${language}`);
    const page = await open('/compose', { width: 390, height: 800, shade: language === 'zh' ? 'dark' : 'light' });
    await page.getByLabel(say.recipients, { exact: true }).fill(id);
    await page.getByLabel(say.type, { exact: true }).fill('trip.changed');
    await page.getByLabel(say.title, { exact: true }).fill('Boarding');
    await page.getByRole('button', { name: say.raw }).click();
    expect(JSON.parse(await page.getByLabel(say.json).inputValue())).toEqual({ title: 'Boarding' });
    await page.getByLabel(say.json).fill('{"title": "Boarding", "password": "hunter2"}');
    await page.getByText(say.secret).waitFor();
    const kept = await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));
    expect(kept).toContain(id);
    expect(kept).not.toContain('hunter2');
    await page.getByLabel(say.json).fill('{"title": "Boarding", "seat": "4A"}');
    await page.getByLabel(say.chosen).check();
    await page.getByRole('button', { name: say.dry }).click();
    await page.getByText(say.noChannel).waitFor();
    expect(await page.getByLabel(say.chosen).evaluate((radio) => radio === document.activeElement)).toBe(true);
    await page.reload();
    expect(await page.getByLabel(say.json).inputValue()).toContain('4A');
    await page.getByRole('button', { name: say.fields }).click();
    await page.getByText(/seat/).waitFor();
    await page.getByLabel(say.inbox).check();
    await page.getByRole('button', { name: say.dry }).click();
    await page.getByText(say.inboxOnly, { exact: true }).last().waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `compose-narrow-${language}`);
  });
});
