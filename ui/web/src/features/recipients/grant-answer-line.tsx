import { useChannelName } from '@/features/recipients/channel-name';
import { DeliveryLink } from '@/features/recipients/delivery-link';
import { isGrantState, toneOfGrant, type GrantAnswer, type GrantStep } from '@/features/recipients/grants.model';
import { grantsTexts } from '@/features/recipients/grants.texts';
import { shortMoment } from '@/shared/format/moment';
import { useKnown } from '@/shared/i18n/known';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Moment } from '@/shared/ui/moment';
import { Tag } from '@/shared/ui/state-tag';

/** One answer, with every step that its consent took. */
export function GrantAnswerLine({ answer }: { answer: GrantAnswer }) {
  const t = useTexts(grantsTexts);
  const language = useLanguage();
  const channel = useChannelName();
  const said = useKnown(grantsTexts, 'answer');
  const { grant } = answer;
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <strong>{said(answer.status)}</strong>
          {grant !== undefined &&
            (isGrantState(grant.state) ? <Tag tone={toneOfGrant[grant.state]}>{t(grant.state)}</Tag> : <code>{grant.state}</code>)}
          {answer.longTerm && <span className="soft">{t('answer.lasting')}</span>}
        </div>
        <span className="soft">
          {channel(answer.channel)} · <code>{answer.template}</code>
        </span>
      </div>
      <p className="soft">
        {t('answer.from', { when: shortMoment(answer.answeredAt, language), source: answer.source, by: answer.registeredBy })} · <code>{answer.requestId}</code>
      </p>
      {grant === undefined ? <p>{t('answer.nothing')}</p> : <Steps steps={grant.steps} />}
    </li>
  );
}

function Steps({ steps }: { steps: readonly GrantStep[] }) {
  const t = useTexts(grantsTexts);
  const step = useKnown(grantsTexts, 'step');
  const why = useKnown(grantsTexts, 'why');
  return (
    <details>
      <summary>
        {t('steps')} ({steps.length})
      </summary>
      <ol className="steps">
        {steps.map((each) => (
          <li key={each.at + each.step}>
            <Moment at={each.at} /> <strong>{step(each.step)}</strong>: {why(each.reason)} <span className="soft">({each.actor})</span>{' '}
            {each.delivery !== undefined && <DeliveryLink delivery={each.delivery}>{t('delivery')}</DeliveryLink>}
          </li>
        ))}
      </ol>
    </details>
  );
}
