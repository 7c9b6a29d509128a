import { expect, test } from 'vitest';
import { barriers, inBothLanguages, key, overflows, shoot } from './world.ts';

const words = {
  en: { key: 'API key', enter: 'Sign in', refused: /opens nothing/, missing: 'Enter an API key.', out: 'Sign out', overview: 'Overview' },
  zh: { key: 'API 密钥', enter: '登录', refused: /密钥无效/, missing: '请输入 API 密钥。', out: '退出登录', overview: '总览' },
};

inBothLanguages('signing in', (language, open) => {
  const say = words[language];

  test('a key opens the page that was asked for, and is kept nowhere in the browser', async () => {
    const page = await open('/', { signedIn: false });
    await page.getByRole('button', { name: say.enter }).click();
    await page.getByText(say.missing).waitFor();
    await page.getByLabel(say.key).fill('tbk_wrong_wrong');
    await page.getByRole('button', { name: say.enter }).click();
    await page.getByText(say.refused).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `sign-in-refused-${language}`);

    await page.getByLabel(say.key).fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: say.overview }).waitFor();
    const kept = await page.evaluate(() => [localStorage, sessionStorage].map((store) => JSON.stringify(Object.entries(store))).join() + document.cookie);
    expect(kept).not.toContain(key.slice(0, 12));
    expect(kept).not.toContain('truebell_session');

    await page.getByRole('button', { name: say.out }).click();
    await page.getByLabel(say.key).waitFor();
    await page.reload();
    await page.getByLabel(say.key).waitFor();
  });

  test('it fits a narrow screen in the dark', async () => {
    const page = await open('/messages', { signedIn: false, shade: 'dark', width: 390, height: 800 });
    await page.getByLabel(say.key).waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `sign-in-narrow-dark-${language}`);
  });
});
