import { Link } from 'react-router';
import { listOf, SLOW_SECONDS, waiting, type Held, type Overview } from '@/features/overview/overview.model';
import { overviewTexts } from '@/features/overview/overview.texts';
import { count, span } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useSentence } from '@/shared/i18n/use-sentence';
import { Moment } from '@/shared/ui/moment';
import { Card } from '@/shared/ui/page';

/** What is due now: usually nothing, since workers take it within moments. */
export function BacklogCard({ overview }: { overview: Overview }) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const { due } = overview.backlog;
  const seconds = waiting(overview);
  return (
    <Card title={t('backlog')}>
      {due === 0 ? (
        <p className="soft">{t('backlog.none')}</p>
      ) : (
        <>
          <p>
            <Link to={listOf({ state: 'QUEUED' })} className="number">
              {count(due, language)}
            </Link>{' '}
            {t('backlog.due', { count: due })}
          </p>
          {seconds !== undefined && <p className="soft">{t('backlog.oldest', { span: span(seconds, language) })}</p>}
          {seconds !== undefined && seconds > SLOW_SECONDS && <p className="notice tone-doubt">{t('backlog.slow')}</p>}
        </>
      )}
    </Card>
  );
}

/** What waits for a later time, and for what. */
export function HeldCard({ held }: { held: readonly Held[] }) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const sentence = useSentence();
  return (
    <Card title={t('held')}>
      {held.length === 0 && <p className="soft">{t('held.none')}</p>}
      <ul className="lines">
        {held.map(({ reason, said, count: n, next_at: next }) => (
          <li key={reason} className="held">
            <Link to={listOf({ state: 'QUEUED', reason })} className="held-number">
              {count(n, language)}
            </Link>
            <div>
              <p>{sentence(said)}</p>
              <small className="soft">
                {next === null || next === undefined ? (
                  t('held.open')
                ) : (
                  <>
                    {t('held.next')} <Moment at={next} as="relative" />
                  </>
                )}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
