import { useLanguage } from '@/shared/i18n/texts';
import { useZone } from '@/shared/i18n/zone';
import { moment, relative, shortMoment } from '@/shared/format/moment';

/** A time as people say it; the exact one is its title. */
export function Moment({ at, as = 'short' }: { at: string; as?: 'short' | 'full' | 'relative' }) {
  const language = useLanguage();
  const zone = useZone();
  const text = as === 'relative' ? relative(at, language) : { short: shortMoment, full: moment }[as](at, language, zone);
  return (
    <time dateTime={at} title={`${moment(at, language, zone)} · ${at}`}>
      {text}
    </time>
  );
}
