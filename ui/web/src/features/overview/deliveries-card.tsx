import { Link } from 'react-router';
import { Hours } from '@/features/overview/hours';
import { bars, byState, listOf, total, type Overview, type Span } from '@/features/overview/overview.model';
import { overviewTexts } from '@/features/overview/overview.texts';
import { count, share } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Card, Empty } from '@/shared/ui/page';
import { StateTag } from '@/shared/ui/state-tag';

/** What became of all deliveries of a time: how many stand where, and when they were made. */
export function DeliveriesCard({ overview, span, from }: { overview: Overview; span: Span; from: Date }) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const all = total(overview.deliveries);
  const since = from.toISOString();
  if (all === 0) {
    return (
      <Card title={t('deliveries')}>
        <Empty title={t('nothing')}>
          <p>{t('nothing.what')}</p>
          <Link to="/compose">{t('compose')}</Link>
        </Empty>
      </Card>
    );
  }
  return (
    <Card title={t('deliveries')} aside={<Link to={listOf({ from: since })}>{t('made.list')}</Link>}>
      <p className="soft made">
        {t('made', { count: all })} {t('made.hint')}
      </p>
      <div className="deliveries">
        <div>
          <h3>{t('state')}</h3>
          <ul className="counts">
            {byState(overview.deliveries).map(({ state, count: n, share: part }) => (
              <li key={state}>
                <Link to={listOf({ state, from: since })}>
                  <StateTag state={state} />
                  <span className="count-number">{count(n, language)}</span>
                  <span className="soft count-share">{share(part, language)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <Hours bars={bars(overview, span, from)} span={span} />
      </div>
    </Card>
  );
}
