import { expect, test } from 'vitest';
import { accountFor } from '@/shared/api/account-for';
import type { Account } from '@/shared/api/channels';
import type { Endpoint } from '@/shared/api/people';

const endpoint = (change: Partial<Endpoint>): Endpoint => ({
  id: 'e',
  channel: 'webhook',
  account_id: null,
  hint: 'https://a…',
  secret_set: false,
  status: 'unverified',
  status_reason: 'added',
  created_at: '',
  updated_at: '',
  ...change,
});

const account = (id: string, change: Partial<Account> = {}): Account => ({
  id,
  channel: 'webhook',
  name: id,
  enabled: true,
  sandbox: false,
  verified_endpoints_only: false,
  settings: {},
  credentials: {},
  timeout_ms: 1000,
  retry_ladder: [],
  policy_version: 1,
  version: 1,
  created_at: '2026-12-01T00:00:00Z',
  updated_at: '2026-12-01T00:00:00Z',
  ...change,
});

test('an address goes through its own account, or the oldest that is on and no sandbox', () => {
  const all = [
    account('young', { created_at: '2026-12-03T00:00:00Z' }),
    account('old', { created_at: '2026-12-02T00:00:00Z' }),
    account('oldest-off', { enabled: false }),
    account('box', { sandbox: true }),
    account('elsewhere', { channel: 'miaotixing' }),
  ];
  expect(accountFor(endpoint({}), all)?.id).toBe('old');
  expect(accountFor(endpoint({ account_id: 'box' }), all)?.id).toBe('box');
  expect(accountFor(endpoint({ account_id: 'oldest-off' }), all)).toBeUndefined();
});
