import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bars, begin, byState, listOf, listOfAttention, nextStep, spanOf, throttled, tonesOf, waiting } from '@/features/overview/overview.model';

const said = { en: '', zh: '' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('shares are of all deliveries, most first, without states in which none stands', () => {
  expect(byState({ ACCEPTED: 1, DELIVERED: 3, FAILED: 0, SOMETHING: 0 })).toEqual([
    { state: 'DELIVERED', count: 3, share: 0.75 },
    { state: 'ACCEPTED', count: 1, share: 0.25 },
  ]);
});

test('a number leads to the list of what it counts', () => {
  expect(listOf({ state: 'QUEUED', reason: 'quiet_hours', from: '2026-12-01T00:00:00.000Z' })).toBe(
    '/messages?state=QUEUED&reason=quiet_hours&from=2026-12-01T00%3A00%3A00.000Z',
  );
  expect(listOf({ channel: null })).toBe('/messages');
});

test('an overdue receipt is listed among the accepted ones', () => {
  const about = { reason: 'receipt_overdue', channel: null, said, count: 1, last_at: '', message: '' };
  expect(listOfAttention({ ...about, kind: 'receipt_overdue' }, '')).toBe('/messages?state=ACCEPTED&reason=receipt_overdue');
});

test('a span that nobody knows is today', () => {
  expect([spanOf('7d'), spanOf('a year'), spanOf(null)]).toEqual(['7d', 'today', 'today']);
});

test('today begins at midnight of the reader, 24 hours end with this one', () => {
  const now = new Date(2026, 11, 1, 10, 42, 7);
  expect(begin('today', now)).toEqual(new Date(2026, 11, 1));
  expect(begin('24h', now)).toEqual(new Date(2026, 10, 30, 11));
  expect(begin('7d', now)).toEqual(new Date(2026, 10, 25));
});

test('every hour of the day has a bar, and states of one tone are one part of it', () => {
  const from = new Date(2026, 11, 1);
  const hours = [{ at: new Date(2026, 11, 1, 9).toISOString(), counts: { REJECTED: 2, FAILED: 1, DELIVERED: 5 } }];
  const drawn = bars({ hours }, 'today', from);
  expect(drawn).toHaveLength(24);
  expect(drawn[9]?.counts).toEqual({ good: 5, sent: 0, wait: 0, none: 0, doubt: 0, bad: 3 });
  expect(drawn[8]?.counts.bad).toBe(0);
  expect(tonesOf(drawn)).toEqual(['good', 'bad']);
});

test('seven days have seven bars', () => {
  const from = new Date(2026, 10, 25);
  const hours = [10, 23].map((hour) => ({ at: new Date(2026, 10, 26, hour).toISOString(), counts: { ACCEPTED: 2 } }));
  expect(bars({ hours }, '7d', from).map((bar) => bar.counts.sent)).toEqual([0, 4, 0, 0, 0, 0, 0]);
});

test('the next step is the first that is not done', () => {
  const done = { channel_account: true, recipient: true, endpoint: false, message: false, accepted: false };
  expect(nextStep(done)).toBe('endpoint');
  expect(nextStep({ ...done, endpoint: true, message: true, accepted: true })).toBeUndefined();
});

test('a backlog is as old as the one that is due for longest', () => {
  const at = '2026-12-01T10:01:30Z';
  expect(waiting({ at, backlog: { due: 1, oldest_due_at: '2026-12-01T10:00:00Z' } })).toBe(90);
  expect(waiting({ at, backlog: { due: 0, oldest_due_at: null } })).toBeUndefined();
});

test('many hints become one question at once and one at the end', () => {
  const act = vi.fn();
  const { ask, stop } = throttled(act, 3_000);
  ask();
  ask();
  ask();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3_000);
  expect(act).toHaveBeenCalledTimes(2);
  ask();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(2);
});
