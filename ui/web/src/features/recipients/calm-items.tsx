import { useChannelName } from '@/features/recipients/channel-name';
import { calmTexts } from '@/features/recipients/calm.texts';
import { DeliveryLink } from '@/features/recipients/delivery-link';
import type { Calm } from '@/features/recipients/recipients.api';
import { outcomeOf, toneOfOutcome } from '@/features/recipients/recipients.model';
import { shortMoment } from '@/shared/format/moment';
import { useKnown } from '@/shared/i18n/known';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Moment } from '@/shared/ui/moment';
import { SandboxMark, Tag } from '@/shared/ui/state-tag';

type Item = Calm['items'][number];

/** Deliveries of a report, each with its outcome and why. */
export function CalmItems({ title, items }: { title: string; items: readonly Item[] }) {
  return (
    <section>
      <h3 className="calm-heading">{title}</h3>
      <ul className="lines">
        {items.map((item) => (
          <Line key={item.delivery_id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Line({ item }: { item: Item }) {
  const t = useTexts(calmTexts);
  const language = useLanguage();
  const channel = useChannelName();
  const why = useKnown(calmTexts, 'why');
  const outcome = outcomeOf(item.outcome);
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <strong>{item.subject || item.type}</strong>
          {outcome === undefined ? <code>{item.outcome}</code> : <Tag tone={toneOfOutcome[outcome]}>{t(`outcome.${outcome}`)}</Tag>}
          {item.sandbox && <SandboxMark />}
        </div>
        <span className="soft">
          <Moment at={item.at} />
        </span>
      </div>
      <p>
        {why(item.reason)}
        {item.until && ` · ${t('until', { when: shortMoment(item.until, language) })}`}
        {item.digest_id && ` · ${t('in-digest')}`}
      </p>
      <p className="soft">
        {item.type} · {channel(item.channel)} · <DeliveryLink delivery={item.delivery_id}>{t('story')}</DeliveryLink>
      </p>
    </li>
  );
}
