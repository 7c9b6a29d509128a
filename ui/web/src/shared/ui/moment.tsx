import { useLanguage } from '@/shared/i18n/texts';
import { moment, relative, shortMoment } from '@/shared/format/moment';

/** A time as people say it; the exact one is its title. */
export function Moment({ at, as = 'short' }: { at: string; as?: 'short' | 'full' | 'relative' }) {
  const language = useLanguage();
  const text = { short: shortMoment, full: moment, relative: relative }[as](at, language);
  return (
    <time dateTime={at} title={`${moment(at, language)} · ${at}`}>
      {text}
    </time>
  );
}
