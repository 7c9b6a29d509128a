import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from './fake-server';
import { Phone } from './phone';

const PAGE = '../example/pages/checkin/checkin.ts';
const TEMPLATE = 'TEMPLATE_ID_OF_THE_REMINDER';

interface ExamplePage {
  data: { view: { today: { count: number } } | null; next: string; trouble: string };
  setData(data: object): void;
  onLoad(): void;
  onShow(): void;
  onDrank(): void;
  onTurnOff(): void;
}

describe('the example page', () => {
  const server = new FakeServer();
  const phone = new Phone(server.answer);
  let page: ExamplePage;

  beforeEach(async () => {
    server.template = TEMPLATE;
    vi.stubGlobal('wx', { ...phone.app.wx, showToast: () => Promise.resolve() });
    vi.stubGlobal('getApp', () => ({ globalData: { person: 'anna', session: 's-1' } }));
    vi.stubGlobal('Page', (options: ExamplePage) => {
      page = { ...options, setData: (data) => void Object.assign(page.data, data) };
    });
    await import(PAGE);
    page.onLoad();
    page.onShow();
    await phone.settle();
  });

  afterEach(() => void vi.unstubAllGlobals());

  it('asks in the tap, draws at once and submits', async () => {
    phone.app.tap(() => page.onDrank());

    expect(phone.app.prompts).toEqual([[TEMPLATE]]);
    expect(page.data.view?.today.count).toBe(1);
    await phone.settle();
    expect(server.count).toBe(1);
    expect(server.available).toBe(1);
    expect(page.data.next).toBe('12-01 12:00');

    phone.app.tap(() => page.onTurnOff());
    await phone.settle();
    expect(server.state).toBe('disabled');
  });
});
