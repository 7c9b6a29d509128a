import { expect, test } from 'vitest';
import { bindable, headline, messagesOf, pageOf, totals, whyOf, wrongId } from '@/features/recipients/recipients.model';
import type { Calm } from '@/features/recipients/recipients.api';
import type { Account } from '@/shared/api/channels';

test('ids of any characters make addresses that lead back to them', () => {
  const id = 'a+b@x.cn:李~!=/?#&%';
  expect(decodeURIComponent(pageOf(id).slice('/recipients/'.length))).toBe(id);
  for (const address of [messagesOf(id), whyOf(id)]) {
    expect(new URLSearchParams(address.slice(address.indexOf('?'))).get('recipient')).toBe(id);
  }
});

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['ann', undefined],
  [' 李雷_7+x@y~!= ', undefined],
  ['a b', 'form'],
  ['a/b', 'form'],
  ['..', 'form'],
  ['x'.repeat(129), 'form'],
])('%j as an id is wrong as %s', (id, wrong) => {
  expect(wrongId(id)).toBe(wrong);
});

const account = (change: Partial<Account>): Account => ({
  id: 'a',
  channel: 'webhook',
  name: 'hook',
  enabled: true,
  sandbox: true,
  verified_endpoints_only: false,
  settings: {},
  credentials: {},
  timeout_ms: 1000,
  retry_ladder: [],
  policy_version: 1,
  version: 1,
  created_at: '',
  updated_at: '',
  ...change,
});

test('an account has to be named when there are several, and all of them are sandboxes', () => {
  expect(bindable([account({}), account({ channel: 'other' })], 'webhook').must).toBe(false);
  expect(bindable([account({}), account({ id: 'b' })], 'webhook').must).toBe(true);
  expect(bindable([account({}), account({ id: 'b', sandbox: false })], 'webhook').must).toBe(false);
});

test('a message is called by its title, or else by what it is about', () => {
  expect(headline({ title: 'Gate changed', text: 'B 7' }, 'trip:1')).toEqual({ title: 'Gate changed', text: 'B 7' });
  expect(headline({ title: '', text: 5 }, 'trip:1')).toEqual({ title: 'trip:1', text: undefined });
});

test('a report is summed over its groups', () => {
  const group = { category: 'marketing', channel: 'webhook', sandbox: false, accepted: 1, unknown: 2, merged: 3, held: 4, held_by: {}, degraded: 5, degraded_by: {} };
  const report: Calm = { recipient: 'a', zone: 'UTC', since: '', until: '', held: [], items: [], groups: [group, group] };
  expect(totals(report)).toEqual({ accepted: 2, unknown: 4, merged: 6, held: 8, degraded: 10 });
});
