import { describe, expect, it } from 'vitest';
import { backOff, day, iso } from '../src/time';

describe('the phone\'s time', () => {
  it.each([
    ['2026-12-01T02:00:00Z', 0, '2026-12-01T02:00:00+00:00'],
    ['2026-12-01T02:00:00Z', -480, '2026-12-01T10:00:00+08:00'],
    ['2026-12-31T20:30:00Z', -345, '2027-01-01T02:15:00+05:45'],
    ['2026-12-01T02:00:00Z', 210, '2026-11-30T22:30:00-03:30'],
    ['2026-02-28T23:59:59.999Z', -14 * 60, '2026-03-01T13:59:59+14:00'],
  ])('%s at %i minutes is %s', (instant, offset, written) => {
    const at = new Date(instant);
    at.getTimezoneOffset = () => offset;

    expect(iso(at)).toBe(written);
    expect(day(at)).toBe(written.slice(0, 10));
    expect(Date.parse(iso(at))).toBe(Math.floor(at.getTime() / 1000) * 1000);
  });

  it('waits longer each time, up to an hour and a quarter', () => {
    const waits = [1, 2, 3, 4, 5, 6, 1000].map((tries) => backOff(tries, () => 0.5) / 1000);

    expect(waits).toEqual([5, 30, 120, 600, 3600, 3600, 3600]);
    expect(backOff(9, () => 0.999)).toBeLessThan(4500_000);
  });
});
