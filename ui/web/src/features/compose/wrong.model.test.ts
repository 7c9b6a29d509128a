import { expect, test } from 'vitest';
import { empty, type Draft } from '@/features/compose/draft.model';
import { isOpen, placed, placeOf, wrongsIn } from '@/features/compose/wrong.model';
import { ApiError, unreachable } from '@/shared/api/problem';

const now = new Date(2026, 11, 1, 10);
const draft: Draft = { ...empty, type: 'trip.changed', recipients: 'ann', title: 'Gate changed' };

test('a complete draft has nothing wrong', () => {
  expect(wrongsIn(draft, now)).toEqual({});
});

test.each<[Partial<Draft>, object]>([
  [{ type: ' ' }, { type: [{ code: 'required' }] }],
  [{ type: 'Trip changed' }, { type: [{ code: 'type_form' }] }],
  [{ recipients: ' , ' }, { recipients: [{ code: 'no_recipient' }] }],
  [{ recipients: Array.from({ length: 1001 }, (_, n) => `p${n}`).join() }, { recipients: [{ code: 'too_many' }] }],
  [{ title: ' ' }, { title: [{ code: 'no_title' }] }],
  [{ mode: 'raw', raw: '[1]' }, { raw: [{ code: 'not_json' }] }],
  [{ way: 'chosen' }, { channels: [{ code: 'no_channel' }] }],
  [{ expires: '2026-12-01T09:59' }, { expires: [{ code: 'already_past' }] }],
  [{ expires: '2026-12-02T09:00', notBefore: '2026-12-02T09:00' }, { expires: [{ code: 'before_start' }] }],
])('of %j the form says %j', (change, wrongs) => {
  expect(wrongsIn({ ...draft, ...change }, now)).toEqual(wrongs);
});

test('what the server names has its place in the form', () => {
  expect(placeOf('recipients[3]', 'fields')).toBe('recipients');
  expect(placeOf('payload.title', 'fields')).toBe('title');
  expect(placeOf('payload.title', 'raw')).toBe('raw');
  expect(placeOf('payload.seat.row', 'fields')).toBe('text');
  expect(placeOf('colour', 'fields')).toBeUndefined();
});

test('several unknown people stand at the recipients, by name', () => {
  const errors = ['x', 'y'].map((name) => ({ field: 'recipients', code: 'unknown_recipient', reason: `there is no recipient "${name}"` }));
  expect(placed(new ApiError(422, 'invalid_input', '', { errors }), 'fields')).toEqual({
    recipients: [
      { code: 'unknown_recipient', name: 'x' },
      { code: 'unknown_recipient', name: 'y' },
    ],
  });
});

test('a refusal that fits no field is shown as a whole', () => {
  const errors = [{ field: 'colour', code: 'unknown_field', reason: 'is not a field of this request' }];
  expect(placed(new ApiError(422, 'invalid_input', '', { errors }), 'fields')).toBeUndefined();
});

test('only without a clear answer it may have been taken', () => {
  expect(isOpen(unreachable())).toBe(true);
  expect(isOpen(new ApiError(502, 'away', ''))).toBe(true);
  expect(isOpen(new ApiError(422, 'invalid_input', ''))).toBe(false);
  expect(isOpen(null)).toBe(false);
});
