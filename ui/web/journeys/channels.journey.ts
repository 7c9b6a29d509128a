import { expect, test } from 'vitest';
import { ask, barriers, inBothLanguages, overflows, shoot, until } from './world.ts';

const words = {
  en: {
    title: 'Channels', name: 'Name', sandbox: 'Sandbox', create: 'Create account', fix: 'Nothing was saved. Please correct what is marked.',
    required: 'This is required.', recipient: 'To whom', look: 'Look up addresses', through: 'through this account', send: 'Send the test',
    arrived: 'Did it really arrive?', yes: 'Yes, it arrived', no: 'No', check: /Then check this/, verified: /is verified now/, accepted: 'Accepted by third party',
    rejected: 'Rejected', marked: /Nothing was marked or removed/, timeout: 'Timeout of a call, in seconds', range: 'Must be from 100 to 60000.',
    save: 'Save', saved: 'Saved.', conflict: /Somebody changed this account/, reload: 'Load what is stored', calls: 'Calls', per: 'in seconds',
    setRate: 'Set rate', rate: 'At most 30 calls in 60 s, 1 at once after a pause.', month: 'Calls in a month', setBudget: 'Set budget', budget: /used of 500 in/,
    remove: 'Remove account', removeTitle: (name: string) => `Remove the account “${name}”?`, removeYes: (name: string) => `Remove “${name}”`,
    other: /This test will not go through/, appid: 'App id of the mini-program', json: 'This is not valid JSON.', templates: 'Templates', installed: 'Installed channels',
    showAddress: 'Show the address', address: 'Where the provider reports', rotate: 'New address…', rotateYes: 'Make a new address', rotated: /This is the new address/,
  },
  zh: {
    title: '渠道', name: '名称', sandbox: '沙箱', create: '创建账号', fix: '没有保存任何内容，请更正标出的字段。',
    required: '必填。', recipient: '发给谁', look: '查看地址', through: '通过本账号', send: '发送测试',
    arrived: '真的收到了吗？', yes: '是，收到了', no: '没有', check: /请检查以下几点/, verified: /现已标记为已验证/, accepted: '第三方已受理',
    rejected: '被拒绝', marked: /没有标记或移除任何内容/, timeout: '单次调用超时（秒）', range: '须在 100 到 60000 之间。',
    save: '保存', saved: '已保存。', conflict: /有人改动过这个账号/, reload: '载入已保存的内容', calls: '调用次数', per: '每多少秒',
    setRate: '设置速率', rate: '每 60 秒最多 30 次调用，停顿之后可一次连发 1 次。', month: '每月调用次数', setBudget: '设置预算', budget: /已用，共 500 次/,
    remove: '移除账号', removeTitle: (name: string) => `移除账号“${name}”？`, removeYes: (name: string) => `移除“${name}”`,
    other: /这次测试不会经过/, appid: '小程序 AppID', json: '这不是有效的 JSON。', templates: '消息模板', installed: '已安装的渠道',
    showAddress: '显示地址', address: '服务商回报地址', rotate: '更换地址…', rotateYes: '更换地址', rotated: /这是新地址/,
  },
};

interface Account {
  id: string;
  version: number;
  timeout_ms: number;
}
interface Endpoints {
  items: { status: string }[];
}

const run = Date.now().toString(36);
const account = (name: string) => ask<Account>('POST', '/v1/channel-accounts', { channel: 'miaotixing', name, sandbox: true });

/** Somebody whose provider does what the address says. */
async function person(id: string, bound: string, address: string): Promise<string> {
  await ask('PUT', `/v1/recipients/${id}`, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
  await ask('POST', `/v1/recipients/${id}/endpoints`, { channel: 'miaotixing', account: bound, address });
  return id;
}

const standing = async (id: string) => (await ask<Endpoints>('GET', `/v1/recipients/${id}/endpoints`)).items[0]?.status;

inBothLanguages('channels', (language, open) => {
  const say = words[language];
  const name = `box-${run}-${language}`;

  test('an account is made, tried, and only a yes marks the address', async () => {
    const page = await open('/channels/new?channel=miaotixing');
    await page.getByRole('button', { name: say.create }).click();
    await page.getByText(say.required).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel(say.name, { exact: true }).fill(name);
    await page.getByLabel(say.sandbox).check();
    await shoot(page, `channels-new-${language}`);
    await page.getByRole('button', { name: say.create }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();

    const good = await person(`ok-${run}-${language}`, name, 'sandbox-accepted');
    await page.getByLabel(say.recipient).fill(good);
    await page.getByRole('button', { name: say.look }).click();
    await page.getByText(say.through, { exact: true }).waitFor();
    await page.getByRole('button', { name: say.send }).click();
    await page.getByRole('heading', { name: say.arrived }).waitFor();
    await page.getByText(say.accepted, { exact: true }).waitFor();
    await page.getByRole('button', { name: say.no, exact: true }).click();
    await page.getByText(say.check).waitFor();
    expect(await standing(good)).toBe('unverified');
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `channels-test-${language}`);
    await page.getByRole('button', { name: say.yes }).click();
    await page.getByText(say.verified).waitFor();
    expect(await standing(good)).toBe('verified');
  });

  test('a refused test asks nothing and marks nothing, and the account that is used is named', async () => {
    const own = `no-${run}-${language}`;
    const { id } = await account(own);
    const other = await account(`other-${run}-${language}`);
    const bad = await person(`bad-${run}-${language}`, own, 'sandbox-rejected');
    const page = await open(`/channels/${id}?part=test&recipient=${bad}`);
    await page.getByRole('button', { name: say.send }).click();
    await page.getByText(say.rejected, { exact: true }).waitFor();
    await page.getByText(say.marked).waitFor();
    expect(await page.getByRole('heading', { name: say.arrived }).count()).toBe(0);
    expect((await ask<Endpoints>('GET', `/v1/recipients/${bad}/endpoints`)).items).toHaveLength(1);

    await page.goto(page.url().replace(id, other.id).replace(/&message=.*/, ''));
    await page.getByText(say.other).waitFor();
    await shoot(page, `channels-test-other-${language}`);
  });

  test('settings are refused at their fields, kept from undoing what others did, and saved', async () => {
    const own = `set-${run}-${language}`;
    const { id, version } = await account(own);
    const page = await open(`/channels/${id}`, { shade: 'dark' });
    await page.getByLabel(say.timeout).fill('999');
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await page.getByText(say.range).waitFor();
    await page.getByText(say.fix).waitFor();
    await ask('PATCH', `/v1/channel-accounts/${id}`, { version, minimal_text: 'News' });
    await page.getByLabel(say.timeout).fill('2.5');
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await page.getByText(say.conflict).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `channels-settings-dark-${language}`);
    await page.getByRole('button', { name: say.reload }).click();
    await page.getByText(say.conflict).waitFor({ state: 'detached' });
    await page.getByLabel(say.timeout).fill('2.5');
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await page.getByText(say.saved).waitFor();
    expect((await ask<Account>('GET', `/v1/channel-accounts/${id}`)).timeout_ms).toBe(2500);

    await page.getByRole('button', { name: say.remove }).click();
    await page.getByRole('heading', { name: say.removeTitle(own) }).waitFor();
    await page.getByRole('button', { name: say.removeYes(own) }).click();
    await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
    await page.getByRole('link', { name }).first().waitFor();
    expect(await page.getByRole('link', { name: own, exact: true }).count()).toBe(0);
  });

  test('rate, budget and receipts address are set on a narrow screen', async () => {
    const { id } = await account(`limit-${run}-${language}`);
    const page = await open(`/channels/${id}?part=limits`, { width: 390, height: 800, shade: language === 'zh' ? 'dark' : 'light' });
    await page.getByLabel(say.calls, { exact: true }).fill('30');
    await page.getByLabel(say.per, { exact: true }).fill('60');
    await page.getByRole('button', { name: say.setRate }).click();
    await page.getByText(say.rate).waitFor();
    await page.getByLabel(say.month).fill('500');
    await page.getByRole('button', { name: say.setBudget }).click();
    await page.getByText(say.budget).waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `channels-limits-narrow-${language}`);
    await page.goto(page.url().replace('limits', 'receipts'));
    await page.getByRole('heading', { name: say.address }).waitFor();
    await page.getByRole('button', { name: say.showAddress }).click();
    const shown = page.locator('.copy-text code');
    const before = await until(async () => (await shown.textContent()) ?? undefined, 'an address');
    await page.getByRole('button', { name: say.rotate }).click();
    await page.getByRole('button', { name: say.rotateYes, exact: true }).click();
    await page.getByText(say.rotated).waitFor();
    expect(await shown.textContent()).not.toBe(before);
    expect(await overflows(page)).toBe(false);

    await page.goto(page.url().replace(/channels\/.*/, 'channels'));
    await page.getByRole('heading', { name: say.installed }).waitFor();
    await page.getByRole('link', { name }).first().waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `channels-narrow-${language}`);
  });

  test('what a channel wants is asked for by its schema', async () => {
    const page = await open('/channels/new?channel=wechat-subscribe');
    await page.getByLabel(say.appid).fill('wrong');
    await page.getByLabel(say.templates).fill('[{');
    await page.getByRole('button', { name: say.create }).click();
    await page.getByText(say.json).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `channels-schema-${language}`);
    await page.goto(page.url().replace(/channels\/.*/, 'channels'));
    await page.getByRole('link', { name }).first().waitFor();
    await until(async () => ((await page.locator('.skeleton').count()) === 0 ? true : undefined), 'the health of all accounts');
    await shoot(page, `channels-${language}`);
  });
});
