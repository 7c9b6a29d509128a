import { expect, test } from 'vitest';
import { blankAccount, changeOf, draftOfAccount, ladderOf, ladderText, requestOf } from '@/features/channels/account.model';
import { fieldsOf } from '@/features/channels/schema.model';
import type { Account } from '@/shared/api/channels';

const fields = fieldsOf({ properties: { protocol: { type: 'string', enum: ['text', 'json'] } } }, 'en');
const account: Account = {
  id: 'a1',
  channel: 'miaotixing',
  name: 'reminders',
  enabled: true,
  sandbox: true,
  verified_endpoints_only: false,
  minimal_text: 'You have news',
  settings: { protocol: 'json' },
  credentials: { secret: { set: true } },
  timeout_ms: 2500,
  retry_ladder: [60, 300, 5400],
  receipt_within_seconds: null,
  policy_version: 1,
  version: 4,
  created_at: '2026-12-01T00:00:00Z',
  updated_at: '2026-12-01T00:00:00Z',
};

test.each([
  [[60, 300, 1800], '1m, 5m, 30m'],
  [[5400, 7200, 86400, 61], '90m, 2h, 1d, 61s'],
  [[], ''],
])('%j is written as %j and read again', (seconds, text) => {
  expect(ladderText(seconds)).toBe(text);
  expect(ladderOf(text)).toEqual(seconds);
});

test.each([
  ['60 300，5m', [60, 300, 300]],
  ['soon', undefined],
  ['1.5m', undefined],
  ['-5', undefined],
])('%j is read as %j', (typed, seconds) => {
  expect(ladderOf(typed)).toEqual(seconds);
});

test('a form that nobody touched changes nothing, and writes no secret', () => {
  const { change, mistakes } = changeOf(account, draftOfAccount(account, fields), fields);
  expect(mistakes).toEqual({});
  expect(change).toEqual({
    version: 4,
    name: 'reminders',
    settings: { protocol: 'json' },
    credentials: {},
    enabled: true,
    verified_endpoints_only: false,
    minimal_text: 'You have news',
    timeout_ms: 2500,
    retry_ladder: [60, 300, 5400],
  });
});

test('a minimal text that is taken away lets content leave again, and no ladder means no retry', () => {
  const { change } = changeOf(account, { ...draftOfAccount(account, fields), minimalText: ' ', ladder: '' }, fields);
  expect(change.minimal_text).toBeNull();
  expect(change.retry_ladder).toEqual([]);
});

test('only secrets that were typed are written, and only those that were ticked are removed', () => {
  const draft = { ...draftOfAccount(account, fields), secrets: { secret: '', other: 'new' }, forget: ['old'] };
  expect(changeOf(account, draft, fields).change.credentials).toEqual({ other: 'new', old: null });
});

test('a new account leaves to its channel what is left empty', () => {
  const { request, mistakes } = requestOf('miaotixing', { ...blankAccount(fields), name: ' mine ', sandbox: true }, fields);
  expect(mistakes).toEqual({});
  expect(request).toEqual({
    channel: 'miaotixing',
    name: 'mine',
    sandbox: true,
    settings: {},
    credentials: {},
    enabled: true,
    verified_endpoints_only: false,
    minimal_text: null,
  });
});

test('what cannot be sent is named at its field', () => {
  const draft = { ...blankAccount(fields), timeout: 'long', ladder: 'soon', receiptWithin: '1h, 2h' };
  expect(requestOf('miaotixing', draft, fields).mistakes).toEqual({
    name: 'required',
    timeout_ms: 'number',
    retry_ladder: 'ladder',
    receipt_within_seconds: 'ladder',
  });
});
