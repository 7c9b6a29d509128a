import { useEffect, useRef, useState } from 'react';
import { composeTexts } from '@/features/compose/compose.texts';
import { isReal, summed, type Rehearsal } from '@/features/compose/forecast.model';
import { OutcomeTag } from '@/features/compose/outcome-tag';
import { PersonForecast } from '@/features/compose/person-forecast';
import { moment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Loading } from '@/shared/ui/loading';
import { Card, Empty } from '@/shared/ui/page';
import { Raw } from '@/shared/ui/raw';

const STEP = 20;

/** What a dry run tells: in sum, then person by person. */
export function ForecastCard({ rehearsal, busy, isStale }: { rehearsal: Rehearsal | undefined; busy: boolean; isStale: boolean }) {
  const t = useTexts(composeTexts);
  const place = useRef<HTMLDivElement>(null);
  // on a narrow screen it stands below the form
  useEffect(() => {
    if (rehearsal !== undefined) {
      place.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [rehearsal]);
  return (
    <div ref={place} className="compose-forecast">
      <Card title={t('forecast')}>
        <div role="status">
          {busy && <Loading rows={4} />}
          {!busy && rehearsal === undefined && <Empty title={t('forecast.none')}>{t('forecast.none.what')}</Empty>}
          {!busy && isStale && <p className="notice tone-wait">{t('forecast.stale')}</p>}
          {!busy && rehearsal !== undefined && <Sum rehearsal={rehearsal} />}
        </div>
        {!busy && rehearsal !== undefined && <People rehearsal={rehearsal} />}
      </Card>
    </div>
  );
}

function Sum({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTexts(composeTexts);
  const language = useLanguage();
  return (
    <>
      <ul className="row compose-sum">
        {summed(rehearsal).map(({ outcome, count }) => (
          <li key={outcome.kind + ('state' in outcome ? outcome.state : '')}>
            <strong>{count} ×</strong> <OutcomeTag outcome={outcome} />
          </li>
        ))}
      </ul>
      <p className="soft">
        {t('forecast.at', { time: moment(rehearsal.at, language) })} {t(isReal(rehearsal) ? 'forecast.real' : 'forecast.sandbox')}
      </p>
    </>
  );
}

function People({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTexts(composeTexts);
  const [shown, setShown] = useState(STEP);
  const left = rehearsal.recipients.length - shown;
  return (
    <>
      <ul className="lines">
        {rehearsal.recipients.slice(0, shown).map((person) => (
          <li key={person.recipient}>
            <PersonForecast person={person} asked={rehearsal.at} />
          </li>
        ))}
      </ul>
      {left > 0 && <Button onClick={() => setShown(shown + 5 * STEP)}>{t('forecast.more', { count: Math.min(left, 5 * STEP) })}</Button>}
      <Raw data={rehearsal} />
    </>
  );
}
