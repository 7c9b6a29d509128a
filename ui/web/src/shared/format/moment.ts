import type { Language } from '@/shared/i18n/i18n';

const TAG: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' };

/** 1 Dec 2026, 10:02:07 in the reader's zone, or in the one that is given. */
export function moment(at: string | Date, language: Language, zone?: string): string {
  return new Intl.DateTimeFormat(TAG[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(new Date(at));
}

/** 10:02 today, else with the day. */
export function shortMoment(at: string | Date, language: Language, zone?: string, now: Date = new Date()): string {
  const date = new Date(at);
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(zone === undefined ? {} : { timeZone: zone }) });
  const today = day.format(date) === day.format(now);
  const sameYear = day.format(date).slice(0, 4) === day.format(now).slice(0, 4);
  return new Intl.DateTimeFormat(TAG[language], {
    ...(today ? {} : { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }),
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(date);
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** In 5 minutes, 3 days ago. */
export function relative(at: string | Date, language: Language, now: Date = new Date()): string {
  const seconds = Math.round((new Date(at).getTime() - now.getTime()) / 1000);
  const [unit, size] = STEPS.find(([, s]) => Math.abs(seconds) >= s) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(TAG[language], { numeric: 'auto' }).format(
    Math.trunc(seconds / size),
    unit,
  );
}

/** 2 h 5 min; 12 s. */
export function span(seconds: number, language: Language): string {
  const units = STEPS.map(([unit, size], i) => {
    const rest = i === 0 ? seconds : seconds % (STEPS[i - 1]?.[1] ?? 1);
    return [unit, Math.floor(rest / size)] as const;
  }).filter(([, n]) => n > 0);
  const shown = units.length === 0 ? [['second', 0] as const] : units.slice(0, 2);
  return shown
    .map(([unit, n]) =>
      new Intl.NumberFormat(TAG[language], { style: 'unit', unit, unitDisplay: 'short' }).format(n),
    )
    .join(' ');
}

export function count(n: number, language: Language): string {
  return new Intl.NumberFormat(TAG[language]).format(n);
}

/** 0.1234 is 12.3 %. */
export function share(part: number, language: Language): string {
  return new Intl.NumberFormat(TAG[language], { style: 'percent', maximumFractionDigits: 1 }).format(part);
}
