import { expect, test } from 'vitest';
import { ask, barriers, inBothLanguages, overflows, shoot, until } from './world.ts';

const words = {
  en: {
    title: 'Recipients', add: 'Add a recipient', id: 'Id', open: 'Open', exists: /already; nothing was changed/, exact: /has to be exact/, none: 'No address',
    account: 'Through which account', code: 'Miaotixing code', addIt: 'Add', stored: /is stored\. It is not verified yet/, verify: 'Mark as verified',
    verifyYes: 'Yes, mark it as verified', verified: /is verified now/, remove: 'Remove', removeYes: 'Remove sandbox-accepted', removed: /is removed\./,
    channel: 'Channel', inbox: 'Inbox', unread: '1 unread message', note: /Nothing can be marked here/, consents: 'Consents', steps: /Steps/, given: 'Given',
    void: 'Void…', voidYes: 'Void them', voided: '1 consent was voided.', refuses: /the next message is not sent there/, calm: 'Calm', quiet: 'Set quiet hours', hours: 'From 22:00 to 07:00.',
    suppressions: 'Suppressions', why: 'Why', suppress: 'Suppress', stands: 'Stands', lift: 'Lift', liftYes: 'Lift the suppression', lifted: /tried again from now on/,
    plans: 'Plans', off: 'Off', edit: 'Edit', zone: 'Time zone', save: 'Save', wrongZone: /not the name of a time zone/, missing: 'There is no such thing here. The address may be mistyped, or it was removed.',
    messages: 'Messages', didnt: 'Why didn’t',
  },
  zh: {
    title: '收件人', add: '添加收件人', id: 'ID', open: '打开', exists: /已经存在，没有做任何改动/, exact: /必须完全一致/, none: '没有地址',
    account: '通过哪个账号', code: '喵码', addIt: '添加', stored: /已保存，尚未验证/, verify: '标记为已验证',
    verifyYes: '是，标记为已验证', verified: /现已标记为已验证/, remove: '移除', removeYes: '移除 sandbox-accepted', removed: /已移除。/,
    channel: '渠道', inbox: '站内收件箱', unread: '1 条未读', note: /这里不能标记已读/, consents: '授权', steps: /经过/, given: '给出',
    void: '作废…', voidYes: '作废', voided: '已作废 1 个授权。', refuses: /下一条消息不会发出/, calm: '打扰情况', quiet: '设置免打扰', hours: '22:00 至 07:00。',
    suppressions: '禁发', why: '原因', suppress: '禁发', stands: '生效中', lift: '解除', liftYes: '解除禁发', lifted: /会重新尝试/,
    plans: '计划', off: '已关闭', edit: '编辑', zone: '时区', save: '保存', wrongZone: /不是时区名称/, missing: '这里没有该内容：地址可能有误，或已被移除。',
    messages: '消息', didnt: '为什么没收到',
  },
};

const run = Date.now().toString(36);
const TEMPLATE = 'tpl_drink_water_0001';
const mini = {
  channel: 'wechat-subscribe',
  sandbox: true,
  settings: { appid: 'wx8f4c2a1b3d5e6f70', templates: [{ type: 'drink.water', template_id: TEMPLATE, fields: [{ keyword: 'thing1', source: 'title' }] }] },
  credentials: { app_secret: '0123456789abcdef0123456789abcdef' },
};

inBothLanguages('recipients', (language, open) => {
  const say = words[language];
  // any characters that an id may have
  const id = `李+${run}:${language}@x.cn~!=`;
  const path = `/recipients/${encodeURIComponent(id)}`;
  const box = `people-${run}-${language}`;

  test('somebody is added, found by id, and gets an address that is verified and removed', async () => {
    await ask('POST', '/v1/channel-accounts', { channel: 'miaotixing', name: box, sandbox: true });
    const page = await open('/recipients');
    await page.getByText(say.exact).waitFor();
    expect(await barriers(page)).toEqual([]);
    const adding = page.locator('form').filter({ has: page.getByRole('button', { name: say.add }) });
    await adding.getByLabel(say.id).fill(id);
    await adding.getByLabel(say.zone).fill('Asia/Shanghai');
    await adding.getByRole('button', { name: say.add }).click();
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    await page.getByText(say.none, { exact: true }).waitFor();
    await page.getByLabel(say.channel, { exact: true }).selectOption('miaotixing');
    await page.getByLabel(say.account).selectOption(box);
    await page.getByLabel(say.code).fill('sandbox-accepted');
    await page.getByRole('button', { name: say.addIt, exact: true }).click();
    await page.getByText(say.stored).waitFor();
    await shoot(page, `recipients-endpoints-${language}`);
    await page.getByRole('button', { name: say.verify, exact: true }).click();
    await page.getByRole('button', { name: say.verifyYes }).click();
    await page.getByText(say.verified).waitFor();
    await page.getByRole('button', { name: say.remove, exact: true }).click();
    await page.getByRole('button', { name: say.removeYes }).click();
    await page.getByText(say.removed).waitFor();
    await page.getByText(say.none, { exact: true }).waitFor();

    await page.goto(`${new URL(page.url()).origin}/recipients`);
    await adding.getByLabel(say.id).fill(id);
    await adding.getByRole('button', { name: say.add }).click();
    await page.getByText(say.exists).waitFor();
    const opening = page.locator('form').filter({ has: page.getByRole('button', { name: say.open, exact: true }) });
    await opening.getByLabel(say.id).fill(id);
    await shoot(page, `recipients-${language}`);
    await opening.getByRole('button', { name: say.open, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  });

  test('the inbox, consents, calm, suppressions and plans are looked at and acted upon', async () => {
    await ask('PUT', `/v1${path}`, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
    await ask('POST', `/v1${path}/endpoints`, { channel: 'miaotixing', account: box, address: 'sandbox-accepted' });
    await ask('POST', '/v1/channel-accounts', { ...mini, name: `mini-${box}` });
    await ask('POST', `/v1${path}/endpoints`, { channel: 'wechat-subscribe', account: `mini-${box}`, address: `sandbox-accepted.${run}${language}` });
    await ask('PUT', `/v1${path}/plans/water`, {
      type: 'drink.water', channel: 'wechat-subscribe', title: 'Drink some water', interval_minutes: 60, wake: '08:00', sleep: '22:00', daily_goal: 8,
    });
    await ask('POST', `/v1${path}/grants`, { request_id: 'q1', channel: 'wechat-subscribe', template: TEMPLATE, status: 'accept' });
    await ask('POST', '/v1/notifications', {
      type: 'trip.changed', category: 'transactional', subject: 'trip:42', recipients: [id], urgent: true, channels: ['miaotixing'],
      payload: { title: 'Trip 42 leaves at 09:30', text: 'Platform 4' },
    });
    await until(async () => ((await ask<{ items: unknown[] }>('GET', `/v1${path}/calm`)).items.length > 0 ? true : undefined), 'a message that was accepted');

    const page = await open(`${path}?part=inbox`);
    const part = (name: string) => page.locator('.parts').getByRole('link', { name, exact: true }).click();
    await page.getByText(say.unread).waitFor();
    await page.getByText(say.note).waitFor();
    await page.getByRole('link', { name: 'Trip 42 leaves at 09:30' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `recipients-inbox-${language}`);
    expect((await ask<{ unread: number }>('GET', `/v1${path}/inbox/badge`)).unread).toBe(1);

    await part(say.consents);
    await page.getByText(say.steps).click();
    await page.getByText(say.given, { exact: true }).waitFor();
    await shoot(page, `recipients-grants-${language}`);
    await page.getByRole('button', { name: say.void }).click();
    await page.getByRole('button', { name: say.voidYes, exact: true }).click();
    await page.getByText(say.voided).waitFor();
    await page.getByText(say.refuses).first().waitFor();
    expect(await barriers(page)).toEqual([]);

    await part(say.calm);
    await page.getByRole('button', { name: say.quiet }).click();
    await page.getByText(say.hours).waitFor();
    await page.getByText('trip:42').waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `recipients-calm-${language}`);

    await part(say.suppressions);
    await page.getByLabel(say.channel, { exact: true }).selectOption('miaotixing');
    await page.getByLabel(say.why, { exact: true }).fill('Asked us by phone');
    await page.getByRole('button', { name: say.suppress, exact: true }).click();
    await page.getByText(say.stands, { exact: true }).waitFor();
    await page.getByRole('button', { name: say.lift, exact: true }).click();
    await page.getByRole('dialog').getByLabel(say.why, { exact: true }).fill('Asked for it again');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: say.liftYes }).click();
    await page.getByText(say.lifted).waitFor();
    await shoot(page, `recipients-suppressions-${language}`);

    await part(say.plans);
    await page.getByText('Drink some water', { exact: true }).waitFor();
    await page.getByText(say.off, { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `recipients-plans-${language}`);
  });

  test('it fits a narrow screen in the dark, leads on, and says when nobody is there', async () => {
    const page = await open(`${path}?part=grants`, { width: 390, height: 800, shade: 'dark' });
    await page.getByText(say.steps).first().waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `recipients-grants-narrow-dark-${language}`);
    for (const part of ['endpoints', 'inbox', 'calm', 'suppressions', 'plans']) {
      await page.goto(page.url().replace(/part=.*/, `part=${part}`));
      await page.locator('.lines li').first().waitFor();
      expect(await overflows(page), part).toBe(false);
    }
    expect(await page.getByRole('link', { name: say.messages, exact: true }).getAttribute('href')).toBe(`/messages?${new URLSearchParams({ recipient: id }).toString()}`);
    await page.getByRole('button', { name: say.edit }).click();
    await page.getByLabel(say.zone).fill('Mars/Olympus');
    await page.getByRole('button', { name: say.save }).click();
    await page.getByText(say.wrongZone).waitFor();
    await shoot(page, `recipients-edit-narrow-dark-${language}`);
    await page.goto(`${new URL(page.url()).origin}/recipients/nobody-${run}`);
    await page.getByText(say.missing).waitFor();
  });
});
