import { useMemo } from 'react';
import type { Span } from '@/features/overview/overview.model';
import { useLanguage } from '@/shared/i18n/texts';

const HOUR = 3_600_000;

/** How a bar's time is said: in short under it, in full elsewhere. */
export function useBarTimes(span: Span): { short: (at: Date) => string; long: (at: Date) => string; length: number } {
  const language = useLanguage();
  return useMemo(() => {
    const say = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { hour12: false, ...options });
      return (at: Date) => format.format(at);
    };
    const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
    if (span === '7d') {
      return { short: say({ day: 'numeric', month: 'short' }), long: say(day), length: 24 * HOUR };
    }
    const clock = say({ hour: '2-digit', minute: '2-digit' });
    const from = span === 'today' ? clock : say({ ...day, hour: '2-digit', minute: '2-digit' });
    return { short: clock, long: (at: Date) => `${from(at)} – ${clock(new Date(at.getTime() + HOUR))}`, length: HOUR };
  }, [language, span]);
}
