import type { Wire } from '@/shared/api/client';

export type Why = Wire['WhyView'];
export type Message = Wire['MessageView'];
export type Fact = Why['facts'][number];

/** Who should have got something, and about when. */
export interface Question {
  recipient: string;
  /** An instant. */
  at: string;
  /** An ISO 8601 duration, before and after. */
  within: string;
}

/** How far around the time is looked. */
export const widths = ['PT1H', 'PT3H', 'PT6H', 'PT12H', 'P1D', 'P3D', 'P7D'] as const;
export type Width = (typeof widths)[number];
const USUAL: Width = 'PT6H';

export function widthOf(text: string | null): Width {
  return widths.find((width) => width === text) ?? USUAL;
}

/** The question of an address; nothing when it asks none. Another width than those offered is asked as it is. */
export function readQuestion(address: URLSearchParams): Question | undefined {
  const recipient = (address.get('recipient') ?? '').trim();
  const at = Date.parse(address.get('at') ?? '');
  if (recipient === '' || Number.isNaN(at)) {
    return undefined;
  }
  return { recipient, at: new Date(at).toISOString(), within: address.get('within') ?? USUAL };
}

export function writeQuestion({ recipient, at, within }: Question, what: string): URLSearchParams {
  return new URLSearchParams({ recipient, at, within, ...(what === '' ? {} : { what }) });
}

export function same(one: Question, other: Question): boolean {
  return one.recipient === other.recipient && one.at === other.at && one.within === other.within;
}

export const presets = ['now', 'morning', 'yesterday', 'week'] as const;
export type Preset = (typeof presets)[number];

/** A time as people say it. */
export function around(preset: Preset, now: Date): { at: Date; within: Width } {
  const day = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  switch (preset) {
    case 'now':
      return { at: now, within: 'PT1H' };
    case 'morning':
      return { at: day(0, 9), within: 'PT3H' };
    case 'yesterday':
      return { at: day(-1, 12), within: 'PT12H' };
    case 'week':
      return { at: now, within: 'P7D' };
  }
}

/** For an input of type datetime-local, in the reader's zone. */
export function toLocal(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What such an input says; nothing when it says nothing. */
export function fromLocal(text: string): string | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export type Wrong = Partial<Record<'recipient' | 'at', 'recipient.missing' | 'at.missing'>>;

export function wrongIn(recipient: string, at: string): Wrong {
  return {
    ...(recipient.trim() === '' ? { recipient: 'recipient.missing' as const } : {}),
    ...(fromLocal(at) === undefined ? { at: 'at.missing' as const } : {}),
  };
}

/** Those that have all the words somewhere in what they are called. */
export function about(what: string, messages: readonly Message[]): Message[] {
  const words = what.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return messages.filter(({ title, type, subject }) => {
    const text = `${title} ${type} ${subject}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Ids that somebody may have meant who is not known: the same in other letters, or the beginning of one another. */
export function alike(id: string, known: readonly string[]): string[] {
  const asked = plain(id);
  if (asked.length < 2) {
    return [];
  }
  return known
    .filter((other) => {
      const text = plain(other);
      return other !== id && (text === asked || (text.length > 1 && (text.startsWith(asked) || asked.startsWith(text))));
    })
    .toSorted((one, other) => Math.abs(one.length - id.length) - Math.abs(other.length - id.length))
    .slice(0, 5);
}

function plain(id: string): string {
  return id.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
