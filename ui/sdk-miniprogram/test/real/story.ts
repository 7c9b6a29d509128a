import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { createCheckin, type Checkin } from '../../src/index';
import type { WxAnswer } from '../../src/wx';
import { Phone, type Call } from '../phone';

type Environment = Record<string, string | undefined>;

interface Balance {
  template: string;
  available: number;
  reserved: number;
  consumed: number;
  invalid: number;
}

/** A person authorises, checks in with and without a network, is killed amid it, and turns it off. */
export async function story(environment: Environment): Promise<void> {
  const need = (name: string): string => {
    const value = environment[`TRUEBELL_${name}`];
    ok(value, `TRUEBELL_${name} is not set`);
    return value;
  };
  const base = need('URL');
  const template = need('TEMPLATE');
  const recipient = need('RECIPIENT');
  const headers = () => ({ Authorization: `Bearer ${need('KEY')}` });

  const phone = new Phone(fetched);
  phone.now = Date.now();
  const open = (): Checkin =>
    createCheckin({
      ...{ baseUrl: base, recipient, plan: need('PLAN'), templates: [template], headers },
      wx: phone.app.wx,
      now: () => new Date(phone.now),
      later: (ms, work) => phone.later(phone.app, ms, work),
    });
  const granted = async () => total(await balances(base, recipient, headers()), template);

  let checkin = open();
  const before = await granted();
  await after(phone, checkin.resume());
  const began = checkin.view().today.count;

  const on = await after(phone, phone.app.tap(() => checkin.turnOn()));
  deepStrictEqual([on.outcome, on.view.plan?.state], ['recorded', 'scheduled']);

  phone.network = 'lost';
  await after(phone, phone.app.tap(() => checkin.checkIn()));
  phone.network = 'down';
  await after(phone, phone.app.tap(() => checkin.checkIn({ count: 2 })));
  strictEqual(checkin.view().waiting, 2);

  phone.network = 'up';
  phone.relaunch();
  checkin = open();
  await after(phone, checkin.resume());
  const view = checkin.view();
  deepStrictEqual([view.waiting, view.failed, view.trouble], [0, [], null]);
  strictEqual(view.plan?.today.count, began + 3, 'each check-in counts once');
  strictEqual(await granted(), before + (phone.person.quota.get(template) ?? 0), 'grants');

  const off = await after(phone, phone.app.tap(() => checkin.turnOff()));
  deepStrictEqual([off.outcome, off.view.plan?.state], ['recorded', 'disabled']);
  const left = (await balances(base, recipient, headers())).find((it) => it.template === template);
  strictEqual(left?.available, 0, 'nothing is left after turning off');
}

async function after<T>(phone: Phone, work: Promise<T>): Promise<T> {
  await phone.settle();
  return work;
}

async function fetched({ url, method, header, data }: Call): Promise<WxAnswer> {
  const answer = await fetch(url, {
    method,
    headers: header,
    ...(data && { body: JSON.stringify(data) }),
  });
  const text = await answer.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // WeChat hands on a text that is no JSON as it is
  }
  return { statusCode: answer.status, data: body, header: Object.fromEntries(answer.headers) };
}

async function balances(
  base: string,
  recipient: string,
  headers: Record<string, string>,
): Promise<Balance[]> {
  const path = `/v1/recipients/${encodeURIComponent(recipient)}/grants`;
  const answer = await fetch(`${base}${path}`, { headers });
  ok(answer.ok, `GET ${path}: ${String(answer.status)}`);
  return find(await answer.json());
}

/** The balances, wherever in the answer they stand. */
function find(it: unknown): Balance[] {
  if (typeof it !== 'object' || it === null) {
    return [];
  }
  return 'template' in it && 'available' in it ? [it as Balance] : Object.values(it).flatMap(find);
}

function total(all: Balance[], template: string): number {
  return all
    .filter((it) => it.template === template)
    .reduce((sum, it) => sum + it.available + it.reserved + it.consumed + it.invalid, 0);
}
