import { expect, test } from 'vitest';
import type { Budget, Pacing, SilentFailures } from '@/features/channels/channels.api';
import { findings, shelves, toneFor, type Seen } from '@/features/channels/health.model';
import type { Account, Channel } from '@/shared/api/channels';

const account: Account = {
  id: 'a',
  channel: 'webhook',
  name: 'hook',
  enabled: true,
  sandbox: false,
  verified_endpoints_only: false,
  settings: {},
  credentials: {},
  timeout_ms: 1000,
  retry_ladder: [],
  policy_version: 1,
  version: 1,
  created_at: '',
  updated_at: '',
};
const channel: Channel = {
  key: 'webhook',
  title: { en: 'Webhook', zh: '网络回调' },
  address_title: { en: 'URL', zh: '网址' },
  ceiling: 'delivered',
  credentials: [],
  endpoint_secret: true,
  gives_receipts: true,
  has_query: false,
  needs_grant: false,
  settings_schema: {},
  timeout_ms: 1000,
};
const group = { account: 'hook', account_id: 'a', channel: 'webhook', type: 't', expected: 10, delivered: 7, undelivered: 1, overdue: 2, rate: 0.3 };
const failures: SilentFailures = { from: '', to: '', total: group, groups: [group, { ...group, type: 'u' }, { ...group, account_id: 'b', overdue: 9 }] };
const pacing: Pacing = { account_id: 'a', limiter: 'up', deliveries_waiting: 0, slowed: [] };
const budget: Budget = {
  account_id: 'a',
  calls_per_month: 100,
  fallback: null,
  forecast: 90,
  left: 40,
  month: '2026-12',
  resets_at: '',
  set_at: '',
  set_by: '',
  used: 60,
  version: 1,
  warn_at_percent: [50],
  warning_level: null,
  warnings: [],
  zone: 'UTC',
};
const see = (change: Partial<Seen>) => findings({ account, channel, failures: undefined, pacing: undefined, budget: undefined, ...change });

test('silent failures are counted over all types of the very account', () => {
  expect(see({ failures })).toEqual([{ kind: 'silent', rate: 0.3, missed: 6, expected: 20 }]);
});

test('where nothing can be confirmed nothing is called healthy', () => {
  const none = { ...failures, groups: [] };
  expect(see({ failures: none })).toEqual([{ kind: 'nothing-expected' }]);
  expect(see({ failures: none, channel: { ...channel, ceiling: 'accepted' } })).toEqual([{ kind: 'no-receipts' }]);
});

test('the worst comes first', () => {
  const kinds = see({
    failures,
    account: { ...account, enabled: false },
    pacing: { ...pacing, deliveries_waiting: 3, limiter: 'down' },
    budget: { ...budget, left: 0 },
  }).map(({ kind }) => kind);
  expect(kinds).toEqual(['limiter-down', 'budget-over', 'silent', 'waiting', 'off']);
});

test('a budget is in doubt once it warns', () => {
  const [calm] = see({ budget });
  const [warned] = see({ budget: { ...budget, warning_level: 50 } });
  expect([calm, warned].map((finding) => finding && toneFor(finding))).toEqual(['none', 'doubt']);
});

test('what was not loaded is not spoken of', () => {
  expect(see({})).toEqual([]);
  expect(see({ pacing, budget: null })).toEqual([]);
});

test('accounts of a channel that is gone come last, and channels without accounts are no shelf', () => {
  const orphan = { ...account, id: 'o', channel: 'pager' };
  const found = shelves([orphan, account], [{ ...channel, key: 'empty' }, channel]);
  expect(found.map(({ key, channel: known, accounts }) => [key, known?.key, accounts.length])).toEqual([
    ['webhook', 'webhook', 1],
    ['pager', undefined, 1],
  ]);
});
