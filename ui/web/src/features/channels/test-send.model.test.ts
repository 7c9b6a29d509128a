import { expect, test } from 'vitest';
import { endpointOf, lookAgain, mayHaveArrived, standingOf, typesOf } from '@/features/channels/test-send.model';
import type { Wire } from '@/shared/api/client';
import type { Endpoint } from '@/shared/api/people';
import { states } from '@/shared/ui/state-tag';

type Delivery = Wire['DeliveryView'];

const delivery = (change: Partial<Delivery>): Delivery => ({
  id: 'd',
  message: 'm',
  notification: 'n',
  recipient: 'ann',
  channel: 'webhook',
  endpoint_hint: 'https://a…',
  attempts: 0,
  created_at: '',
  updated_at: '',
  not_before: '',
  reason: 'planned',
  sandbox: false,
  state: 'QUEUED',
  status: { en: '', zh: '' },
  why: { en: '', zh: '' },
  ...change,
});

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

test('nobody is asked whether something arrived that was not accepted', () => {
  const asked = states.filter((state) => mayHaveArrived(standingOf(delivery({ state }))));
  expect(asked).toEqual(['ACCEPTED', 'DELIVERED']);
});

test('a delivery that waits for more than its first turn is held', () => {
  expect(standingOf(delivery({}))).toBe('moving');
  expect(standingOf(delivery({ reason: 'quiet_hours' }))).toBe('held');
});

test('it is looked at until everything stands', () => {
  expect(lookAgain([delivery({ state: 'REJECTED' }), delivery({})])).toBe(1_000);
  expect(lookAgain([delivery({ reason: 'paced' })])).toBe(5_000);
  expect(lookAgain([delivery({ state: 'ACCEPTED' })])).toBe(5_000);
  expect(lookAgain([delivery({ state: 'REJECTED' }), delivery({ state: 'UNKNOWN' })])).toBe(false);
  expect(lookAgain([])).toBe(false);
});

test('of addresses that look alike none is guessed', () => {
  const one = endpoint({ id: 'one' });
  expect(endpointOf(delivery({}), [one, endpoint({ id: 'two', hint: 'https://b…' })])?.id).toBe('one');
  expect(endpointOf(delivery({}), [one, endpoint({ id: 'two' })])).toBeUndefined();
  expect(endpointOf(delivery({}), [])).toBeUndefined();
});

test('types that a channel has templates for are found in its settings', () => {
  expect(typesOf({ appid: 'x', templates: [{ type: 'drink.water' }, { type: 7 }, null], words: ['type'] })).toEqual(['drink.water']);
});
