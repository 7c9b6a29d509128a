import { recipientsOf, type Draft } from '@/features/compose/draft.model';
import { parsed } from '@/features/compose/payload.model';
import { ApiError, type FieldError } from '@/shared/api/problem';

export type Field = 'type' | 'category' | 'subject' | 'recipients' | 'title' | 'text' | 'raw' | 'channels' | 'notBefore' | 'expires';

/** What is said at a field; of what the server finds wrong, its own sentence may be part. */
export interface Wrong {
  code: WrongCode;
  name?: string;
  reason?: string;
}

const codes = [
  'required',
  'no_recipient',
  'no_title',
  'no_channel',
  'type_form',
  'not_json',
  'too_many',
  'too_large',
  'too_long',
  'out_of_range',
  'already_past',
  'before_start',
  'unknown_recipient',
  'unknown_channel',
  'other',
] as const;
export type WrongCode = (typeof codes)[number];
export type Wrongs = Partial<Record<Field, readonly Wrong[]>>;

const TYPE = /^[a-z][a-z0-9_.-]{0,79}$/;
const MOST = 1_000;

/** What is wrong with a draft, before the server is asked. */
export function wrongsIn(draft: Draft, now: Date): Wrongs {
  const wrongs: Record<string, readonly Wrong[]> = {};
  const say = (field: Field, code: WrongCode) => {
    wrongs[field] = [{ code }];
  };
  const type = draft.type.trim();
  if (!TYPE.test(type)) say('type', type === '' ? 'required' : 'type_form');
  const recipients = recipientsOf(draft.recipients).length;
  if (recipients === 0) say('recipients', 'no_recipient');
  if (recipients > MOST) say('recipients', 'too_many');
  if (draft.mode === 'fields' && draft.title.trim() === '') say('title', 'no_title');
  if (draft.mode === 'raw' && parsed(draft.raw) === undefined) say('raw', 'not_json');
  if (draft.way === 'chosen' && draft.channels.length === 0) say('channels', 'no_channel');
  const expires = Date.parse(draft.expires);
  if (expires <= now.getTime()) say('expires', 'already_past');
  if (expires <= Date.parse(draft.notBefore)) say('expires', 'before_start');
  return wrongs;
}

export function isRight(wrongs: Wrongs): boolean {
  return Object.keys(wrongs).length === 0;
}

const simple: Readonly<Record<string, Field>> = {
  type: 'type',
  category: 'category',
  subject: 'subject',
  recipients: 'recipients',
  channels: 'channels',
  not_before: 'notBefore',
  expires_at: 'expires',
};

/** At which of the form's fields something that the server names stands. */
export function placeOf(field: string, mode: Draft['mode']): Field | undefined {
  const stem = /^[a-z_]+/.exec(field)?.[0] ?? '';
  if (stem !== 'payload') {
    return simple[stem];
  }
  if (mode === 'raw') {
    return 'raw';
  }
  return field === 'payload.title' ? 'title' : 'text';
}

function wrongOf({ field, code, reason }: FieldError): Wrong {
  const known = codes.find((other) => other === code);
  switch (known) {
    case 'unknown_recipient':
      return { code: known, name: /"(.*)"/.exec(reason)?.[1] ?? '' };
    case undefined:
      return field === 'type' && code === 'invalid_form' ? { code: 'type_form' } : { code: 'other', reason };
    default:
      return { code: known, reason };
  }
}

/** What the server finds wrong, by the form's fields; nothing when part of it has no place there. */
export function placed(error: Error | null, mode: Draft['mode']): Wrongs | undefined {
  if (!(error instanceof ApiError) || error.errors.length === 0) {
    return undefined;
  }
  const wrongs: Partial<Record<Field, Wrong[]>> = {};
  for (const wrong of error.errors) {
    const field = placeOf(wrong.field, mode);
    if (field === undefined) {
      return undefined;
    }
    (wrongs[field] ??= []).push(wrongOf(wrong));
  }
  return wrongs;
}

/** Whether the server may have taken it although it said nothing of the kind. */
export function isOpen(error: Error | null): boolean {
  return error instanceof ApiError && (error.unreachable || error.status >= 500);
}
