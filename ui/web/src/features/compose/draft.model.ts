import type { Wire } from '@/shared/api/client';
import { isObject, joined, split } from '@/features/compose/payload.model';

export type Category = Wire['NotificationRequest']['category'];
export type Way = 'route' | 'chosen' | 'inbox';
export const ways: readonly Way[] = ['route', 'chosen', 'inbox'];
export const categories: readonly Category[] = ['transactional', 'marketing'];

/** A notification as it is being written; times are those of inputs, in the writer's zone. */
export interface Draft {
  type: string;
  category: Category;
  subject: string;
  recipients: string;
  mode: 'fields' | 'raw';
  title: string;
  text: string;
  /** The payload as JSON; with fields, what it has besides title and text. */
  raw: string;
  way: Way;
  channels: readonly string[];
  notBefore: string;
  expires: string;
  urgent: boolean;
  /** By which a repetition is known; given when it is sent, gone when anything changes. */
  key: string;
}

export const empty: Draft = {
  type: '',
  category: 'transactional',
  subject: '',
  recipients: '',
  mode: 'fields',
  title: '',
  text: '',
  raw: '',
  way: 'route',
  channels: [],
  notBefore: '',
  expires: '',
  urgent: false,
  key: '',
};

export type Change = Partial<Omit<Draft, 'key'>>;

/** Other content is another notification, which needs a key of its own. */
export function changed(draft: Draft, change: Change): Draft {
  return { ...draft, ...change, key: '' };
}

/** The same content keeps its key, so that sending it again after no answer came cannot send it twice. */
export function keyed(draft: Draft, fresh: () => string): Draft {
  return draft.key === '' ? { ...draft, key: fresh() } : draft;
}

/** The ids in a pasted list, each once. */
export function recipientsOf(text: string): string[] {
  const ids = text.split(/[\n\r\t,;，；、]+/).map((id) => id.trim());
  return [...new Set(ids.filter((id) => id !== ''))];
}

export function withRecipient(text: string, id: string): string {
  return [...recipientsOf(text), ...(recipientsOf(text).includes(id) ? [] : [id])].join('\n');
}

function instant(local: string): string | undefined {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** What is asked of the API. */
export function requestOf(draft: Draft): Wire['NotificationRequest'] {
  const notBefore = instant(draft.notBefore);
  const expires = instant(draft.expires);
  const subject = draft.subject.trim();
  return {
    type: draft.type.trim(),
    category: draft.category,
    recipients: recipientsOf(draft.recipients),
    payload: joined(draft) ?? {},
    ...(subject === '' ? {} : { subject }),
    ...(draft.way === 'route' ? {} : { channels: draft.way === 'inbox' ? [] : [...draft.channels] }),
    ...(notBefore === undefined ? {} : { not_before: notBefore }),
    ...(expires === undefined ? {} : { expires_at: expires }),
    ...(draft.urgent ? { urgent: true } : {}),
  };
}

/** The same for the same content: by it a dry run is known to be of what is about to be sent. */
export function contentOf(draft: Draft): string {
  return JSON.stringify(requestOf(draft));
}

/** Shows the payload in the other way; nothing when its JSON cannot be read. */
export function switched(draft: Draft): Change | undefined {
  const payload = joined(draft);
  if (payload === undefined) {
    return undefined;
  }
  return draft.mode === 'fields' ? { mode: 'raw', raw: JSON.stringify(payload, null, 2) } : { mode: 'fields', ...split(payload) };
}

/** A draft that a link begins, e.g. to one person. */
export function begun(address: URLSearchParams): Draft {
  const category = address.get('category');
  return {
    ...empty,
    type: address.get('type') ?? '',
    subject: address.get('subject') ?? '',
    recipients: address.getAll('recipient').join('\n'),
    category: categories.find((known) => known === category) ?? 'transactional',
  };
}

/** A draft that was kept as text; nothing when it is none. */
export function revived(value: unknown): Draft | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const text = (name: keyof Draft) => (typeof value[name] === 'string' ? value[name] : '');
  const channels: readonly unknown[] = Array.isArray(value['channels']) ? value['channels'] : [];
  return {
    type: text('type'),
    category: categories.find((known) => known === value['category']) ?? 'transactional',
    subject: text('subject'),
    recipients: text('recipients'),
    mode: value['mode'] === 'raw' ? 'raw' : 'fields',
    title: text('title'),
    text: text('text'),
    raw: text('raw'),
    way: ways.find((known) => known === value['way']) ?? 'route',
    channels: channels.filter((channel): channel is string => typeof channel === 'string'),
    notBefore: text('notBefore'),
    expires: text('expires'),
    urgent: value['urgent'] === true,
    key: text('key'),
  };
}
