import { Link } from 'react-router';
import { listOfAttention, toneOfKind, type Attention } from '@/features/overview/overview.model';
import { overviewTexts } from '@/features/overview/overview.texts';
import type { Titles } from '@/shared/api/channel-titles';
import { count } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useSentence } from '@/shared/i18n/use-sentence';
import { Moment } from '@/shared/ui/moment';
import { Card, Empty } from '@/shared/ui/page';
import { Tag } from '@/shared/ui/state-tag';

/** What somebody should look at, the newest first. */
export function AttentionCard({ groups, since, titles }: { groups: readonly Attention[]; since: string; titles: Titles }) {
  const t = useTexts(overviewTexts);
  return (
    <Card title={t('attention')}>
      {groups.length === 0 ? (
        <Empty title={t('attention.none')}>{t('attention.none.what')}</Empty>
      ) : (
        <ul className="lines">
          {groups.map((group) => (
            <Line key={`${group.kind} ${group.reason} ${group.channel ?? ''}`} group={group} since={since} titles={titles} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Line({ group, since, titles }: { group: Attention; since: string; titles: Titles }) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const sentence = useSentence();
  const { kind, channel, said, count: n, last_at: last, message } = group;
  const name = channel === null || channel === undefined ? undefined : (titles[channel]?.[language] ?? channel);
  return (
    <li>
      <div className="row">
        <Tag tone={toneOfKind[kind]}>{t(`kind.${kind}`)}</Tag>
        <strong>{t('attention.times', { count: count(n, language) })}</strong>
        {name !== undefined && <span>{name}</span>}
        <small className="soft">
          {t('attention.last')} <Moment at={last} as="relative" />
        </small>
      </div>
      <p>{sentence(said)}</p>
      <p className="row">
        <Link to={`/messages/${message}`}>{t('attention.newest')}</Link>
        {n > 1 && <Link to={listOfAttention(group, since)}>{t('attention.list')}</Link>}
      </p>
    </li>
  );
}
