import { expect, test } from 'vitest';
import { asked, changed, fromLocal, readFilter, toLocal, writeFilter } from '@/features/messages/filter.model';

const now = new Date('2026-12-01T10:02:00Z');

test('the address holds the whole filter, and gives it back', () => {
  const address = new URLSearchParams('state=UNKNOWN&recipient=ann&q=late&sandbox=no&time=7d&reason=outcome_unknown');
  const filter = readFilter(address);
  expect(filter).toEqual({ q: 'late', recipient: 'ann', state: 'UNKNOWN', reason: 'outcome_unknown', sandbox: 'no', time: '7d' });
  expect(readFilter(writeFilter(filter))).toEqual(filter);
});

test.each(['state=ON_FIRE', 'sandbox=maybe', 'time=soon', 'from=yesterday', 'notification=42', 'recipient=%20', 'colour=red'])(
  'what no list can mean is left out: %s',
  (text) => {
    expect(readFilter(new URLSearchParams(text))).toEqual({});
  },
);

test('an empty value takes its part away', () => {
  expect(changed({ recipient: 'ann', type: 'trip' }, { recipient: ' ' })).toEqual({ type: 'trip' });
});

test('a named span and a given one exclude each other', () => {
  expect(changed({ from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }, { time: '1h' })).toEqual({ time: '1h' });
  expect(changed({ time: '1h' }, { from: '2026-11-01T00:00:00Z' })).toEqual({ from: '2026-11-01T00:00:00Z' });
});

test('taking a named span away leaves the given one alone', () => {
  expect(changed({ from: '2026-11-01T00:00:00Z' }, { time: '' })).toEqual({ from: '2026-11-01T00:00:00Z' });
});

test('the API is asked with times and truth values', () => {
  expect(asked({ time: '1h', sandbox: 'yes', subject: 'trip:42' }, now)).toEqual({
    subject: 'trip:42',
    sandbox: true,
    from: '2026-12-01T09:02:00.000Z',
  });
  expect(asked({ from: '2026-11-30T08:00:00+08:00', to: '2026-12-01T00:00:00Z', sandbox: 'no' }, now)).toEqual({
    sandbox: false,
    from: '2026-11-30T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
  });
  const today = new Date(asked({ time: 'today' }, now).from ?? '');
  expect([today.getHours(), today.getMinutes(), today.toDateString()]).toEqual([0, 0, now.toDateString()]);
});

test('a time in the reader’s zone comes back as it went', () => {
  expect(toLocal(fromLocal('2026-11-30T08:15'))).toBe('2026-11-30T08:15');
  expect(toLocal('nonsense')).toBe('');
  expect(fromLocal('')).toBe('');
});
