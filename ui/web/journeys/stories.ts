import { ask, until } from './world.ts';

interface Page<T> {
  items: T[];
}
interface Message {
  id: string;
  recipient: string;
  deliveries: { id: string; state: string }[];
}

/** People to whom something different happened each, and where it is told. */
export interface Stories {
  account: string;
  /** Somebody's name by what happened to them. */
  people: Record<'accepted' | 'unknown' | 'delivered' | 'rejected' | 'inboxOnly' | 'quiet', string>;
  /** The message of whoever's provider never answered. */
  unknown: string;
}

/** Makes them, once for each call, and waits until all is told. */
export async function stories(): Promise<Stories> {
  const run = crypto.randomUUID().slice(0, 6);
  const name = `reminders-${run}`;
  const account = await ask<{ id: string }>('POST', '/v1/channel-accounts', {
    channel: 'miaotixing',
    name,
    sandbox: true,
    timeout_ms: 1000,
  });
  const addresses = {
    accepted: 'sandbox-accepted',
    unknown: 'sandbox-timeout',
    delivered: 'sandbox-receipt-delivered',
    rejected: 'sandbox-rejected',
    inboxOnly: undefined,
    quiet: 'sandbox-accepted',
  };
  const names = { accepted: 'ann', unknown: 'bob', delivered: 'mei.lin', rejected: 'dan', inboxOnly: '王芳', quiet: 'fay' };
  const people = { ...names };
  for (const [what, address] of Object.entries(addresses) as [keyof typeof names, string | undefined][]) {
    const person = `${names[what]}-${run}`;
    people[what] = person;
    const at = `/v1/recipients/${encodeURIComponent(person)}`;
    await ask('PUT', at, { zone: 'Asia/Shanghai', locale: 'zh-CN' });
    if (address !== undefined) {
      await ask('POST', `${at}/endpoints`, { channel: 'miaotixing', account: name, address });
    }
  }
  await ask('PUT', `/v1/recipients/${encodeURIComponent(people.quiet)}/quiet-hours`, quietNow());
  const subject = `trip:${run}`;
  await ask('POST', '/v1/notifications', {
    type: 'trip.changed',
    category: 'transactional',
    subject,
    recipients: Object.values(people),
    payload: { title: 'Trip 42 leaves at 09:30', text: 'Platform 4' },
  });
  const messages = await until(async () => {
    const { items } = await ask<Page<Message>>('GET', `/v1/messages?subject=${encodeURIComponent(subject)}`);
    const of = (person: string) => items.find((message) => message.recipient === person)?.deliveries[0]?.state;
    const told =
      of(people.accepted) === 'ACCEPTED' &&
      of(people.unknown) === 'UNKNOWN' &&
      of(people.delivered) === 'DELIVERED' &&
      of(people.rejected) === 'REJECTED';
    return told ? items : undefined;
  }, 'every story is told');
  return {
    account: account.id,
    people,
    unknown: messages.find((message) => message.recipient === people.unknown)?.id ?? '',
  };
}

/** Hours of Shanghai that have begun and last for some hours yet. */
function quietNow(): { from: string; to: string } {
  const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours();
  const text = (h: number) => `${String((h + 24) % 24).padStart(2, '0')}:00`;
  return { from: text(hour - 1), to: text(hour + 6) };
}
