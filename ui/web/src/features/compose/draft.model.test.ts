import { beforeEach, expect, test } from 'vitest';
import { begun, changed, contentOf, empty, keyed, recipientsOf, requestOf, revived, switched, withRecipient, type Draft } from '@/features/compose/draft.model';
import { forget, keep, keepable, recall } from '@/features/compose/kept';

const draft: Draft = { ...empty, type: 'trip.changed', recipients: 'ann', title: 'Gate changed' };
const owner = { who: 'demo/tbk_1', address: '' };

beforeEach(forget);

test('a pasted list names everybody once, however it is separated', () => {
  expect(recipientsOf('ann\nbob, cyd；dan、ann\t\n ')).toEqual(['ann', 'bob', 'cyd', 'dan']);
  expect(withRecipient('ann, bob', 'cyd')).toBe('ann\nbob\ncyd');
  expect(withRecipient('ann', 'ann')).toBe('ann');
});

test('what is left empty is not asked for, and the route decides by default', () => {
  expect(requestOf(draft)).toEqual({ type: 'trip.changed', category: 'transactional', recipients: ['ann'], payload: { title: 'Gate changed' } });
});

test('the inbox alone is no channel, chosen ones are named', () => {
  expect(requestOf({ ...draft, way: 'inbox', channels: ['webhook'] }).channels).toEqual([]);
  expect(requestOf({ ...draft, way: 'chosen', channels: ['webhook'] }).channels).toEqual(['webhook']);
});

test('times are those of the writer', () => {
  const { not_before: notBefore } = requestOf({ ...draft, notBefore: '2026-12-01T18:30' });
  expect(notBefore).toBe(new Date(2026, 11, 1, 18, 30).toISOString());
});

test('the same content keeps its key and other content gets another one', () => {
  const sent = keyed(draft, () => 'first');
  expect(keyed(sent, () => 'second').key).toBe('first');
  expect(keyed(changed(sent, { title: 'Other' }), () => 'second').key).toBe('second');
  expect(contentOf(sent)).toBe(contentOf(draft));
});

test('fields become JSON and come back without a loss', () => {
  const raw = { ...draft, ...switched({ ...draft, text: 'B12' }) };
  expect(JSON.parse(raw.raw)).toEqual({ title: 'Gate changed', text: 'B12' });
  const more = { ...raw, raw: '{"title":"T","text":"","seat":"4A"}' };
  const fields = { ...more, ...switched(more) };
  expect([fields.mode, fields.title, fields.text]).toEqual(['fields', 'T', '']);
  expect(requestOf(fields).payload).toEqual({ title: 'T', seat: '4A' });
});

test('JSON that cannot be read stays as it is', () => {
  expect(switched({ ...draft, mode: 'raw', raw: '{"title": ' })).toBeUndefined();
  expect(switched({ ...draft, mode: 'raw', raw: '[]' })).toBeUndefined();
});

test('a link begins a draft', () => {
  expect(begun(new URLSearchParams('recipient=ann&recipient=bob&type=trip.changed&category=spam'))).toEqual({
    ...empty,
    recipients: 'ann\nbob',
    type: 'trip.changed',
  });
});

test('what was typed comes back, with the key by which it was sent', () => {
  const sent = { ...keyed(draft, () => 'k'), way: 'chosen' as const, channels: ['webhook'] };
  keep(owner, sent);
  expect(recall(owner)).toEqual(sent);
});

test('another tenant or another link sees nothing of it', () => {
  keep(owner, draft);
  expect(recall({ ...owner, who: 'other/tbk_2' })).toEqual(empty);
  expect(recall({ ...owner, address: 'recipient=bob' }).recipients).toBe('bob');
});

test.each([
  ['{"title":"x","login":{"Password":"hunter2"}}', ''],
  ['{"title":"x","items":[{"api_key":"k"}]}', ''],
  ['{"title":"x", "token": ', ''],
  ['{"title":"x","seat":"4A"}', '{"title":"x","seat":"4A"}'],
])('of %s is kept %j', (raw, kept) => {
  expect(keepable({ ...draft, raw }).raw).toBe(kept);
});

test('what is no draft is none', () => {
  expect(revived('x')).toBeUndefined();
  expect(revived({ way: 'up', channels: [1, 'webhook'] })).toEqual({ ...empty, channels: ['webhook'] });
});
