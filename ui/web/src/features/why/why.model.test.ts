import { expect, test } from 'vitest';
import { about, alike, around, fromLocal, readQuestion, toLocal, widthOf, writeQuestion, wrongIn, type Message } from '@/features/why/why.model';

const message = (title: string, type: string): Message => ({
  title,
  type,
  subject: '',
  category: 'transactional',
  created_at: '2026-12-01T00:00:00Z',
  deliveries: [],
  id: title,
  inbox: 'unread',
  not_planned: [],
  notification: '',
  recipient: 'ann',
  status: { en: '', zh: '' },
});

test('a question survives being shared as an address', () => {
  const question = { recipient: 'ann & bob', at: '2026-12-01T09:00:00.000Z', within: 'PT3H' };
  expect(readQuestion(writeQuestion(question, 'gate'))).toEqual(question);
});

test.each([
  ['recipient=ann', undefined],
  ['recipient=ann&at=soon', undefined],
  ['at=2026-12-01T09:00:00Z&recipient=%20', undefined],
  ['at=2026-12-01T09:00:00Z&recipient=ann', { recipient: 'ann', at: '2026-12-01T09:00:00.000Z', within: 'PT6H' }],
])('the address %s asks %j', (address, question) => {
  expect(readQuestion(new URLSearchParams(address))).toEqual(question);
});

test('a preset is a time and how far around it to look', () => {
  const now = new Date(2026, 11, 1, 15, 42);
  expect(around('now', now)).toEqual({ at: now, within: 'PT1H' });
  expect(around('morning', now)).toEqual({ at: new Date(2026, 11, 1, 9), within: 'PT3H' });
  expect(around('yesterday', now)).toEqual({ at: new Date(2026, 10, 30, 12), within: 'PT12H' });
});

test('a width that is not offered is the usual one in the form', () => {
  expect([widthOf('P1D'), widthOf('P2D'), widthOf(null)]).toEqual(['P1D', 'PT6H', 'PT6H']);
});

test('a local time comes back as the same instant', () => {
  const at = new Date(2026, 11, 1, 10, 2);
  expect(fromLocal(toLocal(at))).toBe(at.toISOString());
  expect(fromLocal('')).toBeUndefined();
});

test('what is missing is said at its field', () => {
  expect(wrongIn(' ', '')).toEqual({ recipient: 'recipient.missing', at: 'at.missing' });
  expect(wrongIn('ann', '2026-12-01T10:00')).toEqual({});
});

test('words narrow the messages down by title and type', () => {
  const all = [message('Gate changed', 'trip.changed'), message('Water', 'reminder.drink')];
  expect(about('TRIP gate', all).map((one) => one.title)).toEqual(['Gate changed']);
  expect(about(' ', all)).toHaveLength(2);
});

test('an unknown id suggests the same in other letters first', () => {
  expect(alike('Ann', ['bob', 'ann-2', 'ann', 'Ann'])).toEqual(['ann', 'ann-2']);
  expect(alike('user_42', ['user-42'])).toEqual(['user-42']);
  expect(alike('x', ['xy'])).toEqual([]);
});
