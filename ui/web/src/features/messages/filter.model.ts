import type { paths } from '@/shared/api/schema';
import { isState } from '@/shared/ui/state-tag';

/** What a list of messages can be narrowed by, in the order in which it stands in the address. */
export const filterKeys = [
  'q',
  'recipient',
  'subject',
  'state',
  'reason',
  'type',
  'category',
  'channel',
  'sandbox',
  'time',
  'from',
  'to',
  'notification',
] as const;
export type FilterKey = (typeof filterKeys)[number];
export type Filter = Readonly<Partial<Record<FilterKey, string>>>;

export const presets = ['1h', 'today', '7d'] as const;
export type Preset = (typeof presets)[number];

export type Asked = NonNullable<paths['/v1/messages']['get']['parameters']['query']>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export function isPreset(text: string | undefined): text is Preset {
  return presets.some((preset) => preset === text);
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

const allowed: Partial<Record<FilterKey, (text: string) => boolean>> = {
  state: isState,
  sandbox: (text) => text === 'yes' || text === 'no',
  time: isPreset,
  from: isInstant,
  to: isInstant,
  notification: isUuid,
};

/** The filter of an address; what no list can mean is left out. */
export function readFilter(address: URLSearchParams): Filter {
  return cleaned(Object.fromEntries(filterKeys.map((key) => [key, address.get(key) ?? ''])));
}

export function writeFilter(filter: Filter): URLSearchParams {
  const address = new URLSearchParams();
  for (const key of filterKeys) {
    const value = filter[key];
    if (value !== undefined) {
      address.set(key, value);
    }
  }
  return address;
}

/** With other values; an empty one takes its part away. A span that is named and one that is given exclude each other. */
export function changed(filter: Filter, change: Readonly<Partial<Record<FilterKey, string>>>): Filter {
  const next: Partial<Record<FilterKey, string>> = { ...filter, ...change };
  if (change.time !== undefined && change.time !== '') {
    delete next.from;
    delete next.to;
  } else if (change.from !== undefined || change.to !== undefined) {
    delete next.time;
  }
  return cleaned(next);
}

function cleaned(values: Readonly<Partial<Record<FilterKey, string>>>): Filter {
  const filter: Partial<Record<FilterKey, string>> = {};
  for (const key of filterKeys) {
    const value = (values[key] ?? '').trim();
    if (value !== '' && (allowed[key]?.(value) ?? true)) {
      filter[key] = value;
    }
  }
  return filter;
}

/** What stands in the filter, in order. */
export function given(filter: Filter): readonly (readonly [FilterKey, string])[] {
  return filterKeys.flatMap((key) => {
    const value = filter[key];
    return value === undefined ? [] : [[key, value] as const];
  });
}

/** What is asked of the API. A named span counts back from {@code now}. */
export function asked(filter: Filter, now: Date): Asked {
  const { sandbox, time, from, to, ...texts } = filter;
  const since = isPreset(time) ? begin(time, now) : from === undefined ? undefined : new Date(from);
  return {
    ...texts,
    ...(sandbox === undefined ? {} : { sandbox: sandbox === 'yes' }),
    ...(since === undefined ? {} : { from: since.toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
}

function begin(preset: Preset, now: Date): Date {
  switch (preset) {
    case '1h':
      return new Date(now.getTime() - 3_600_000);
    case 'today':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate());
    case '7d':
      return new Date(now.getTime() - 7 * 86_400_000);
  }
}

/** For an input of type datetime-local, in the reader's zone. */
export function toLocal(instant: string | undefined): string {
  if (instant === undefined || !isInstant(instant)) {
    return '';
  }
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocal(local: string): string {
  return isInstant(local) ? new Date(local).toISOString() : '';
}
