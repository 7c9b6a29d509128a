import { useQuery } from '@tanstack/react-query';
import { useChannelName } from '@/features/recipients/channel-name';
import { personTexts } from '@/features/recipients/person.texts';
import { plansQuery, type Plan } from '@/features/recipients/recipients.api';
import { planState, toneOfPlan } from '@/features/recipients/recipients.model';
import type { Recipient } from '@/shared/api/people';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Moment } from '@/shared/ui/moment';
import { Card, Empty } from '@/shared/ui/page';
import { Raw } from '@/shared/ui/raw';
import { Tag } from '@/shared/ui/state-tag';

/** What reminds the person until they check in. */
export function PlansPart({ recipient }: { recipient: Recipient }) {
  const t = useTexts(personTexts);
  const plans = useQuery(plansQuery(recipient.external_id));
  return (
    <Card title={t('plans.title')}>
      <p className="soft">{t('plans.lead')}</p>
      <Loaded query={plans}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t('plans.none')}>{t('plans.none.what')}</Empty>
          ) : (
            <ul className="lines">
              {all.map((plan) => (
                <PlanLine key={plan.key} plan={plan} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function PlanLine({ plan }: { plan: Plan }) {
  const t = useTexts(personTexts);
  const say = useSaid();
  const channel = useChannelName();
  const state = planState(plan);
  const { today } = plan;
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <strong>{plan.title ?? plan.key}</strong>
          <code>{plan.key}</code>
          {state === undefined ? <code>{plan.state}</code> : <Tag tone={toneOfPlan[state]}>{t(`plans.${state}`)}</Tag>}
        </div>
      </div>
      <p>{say(plan.reason)}</p>
      {plan.needs_grant && <p className="notice tone-doubt">{t('plans.needs')}</p>}
      {plan.ask_grant && <p>{t('plans.ask')}</p>}
      <dl className="facts">
        <dt>{t('plans.next')}</dt>
        <dd>{plan.next_at ? <Moment at={plan.next_at} as="full" /> : t('plans.next.none')}</dd>
        <dt>{t('plans.channel')}</dt>
        <dd>{channel(plan.channel)}</dd>
        <dt>{t('plans.rhythm')}</dt>
        <dd>{t('plans.hours', { minutes: plan.interval_minutes, wake: plan.wake, sleep: plan.sleep })}</dd>
        <dt>{t('plans.today')}</dt>
        <dd>{t(today.reached ? 'plans.today.reached' : 'plans.today.of', { count: today.count, goal: today.goal })}</dd>
        <dt>{t('plans.streak')}</dt>
        <dd>{plan.streak}</dd>
      </dl>
      <Raw data={plan} />
    </li>
  );
}
