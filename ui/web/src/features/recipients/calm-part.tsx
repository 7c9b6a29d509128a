import { useQuery } from '@tanstack/react-query';
import { CalmItems } from '@/features/recipients/calm-items';
import { calmTexts } from '@/features/recipients/calm.texts';
import { useChannelName } from '@/features/recipients/channel-name';
import { Digests } from '@/features/recipients/digests';
import { QuietHoursCard } from '@/features/recipients/quiet-hours';
import { calmQuery, type Calm } from '@/features/recipients/recipients.api';
import { toneOfOutcome, totals, type Outcome } from '@/features/recipients/recipients.model';
import type { Recipient } from '@/shared/api/people';
import { count } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useKnown } from '@/shared/i18n/known';
import { Loaded } from '@/shared/ui/loaded';
import { Card, Empty } from '@/shared/ui/page';
import { SandboxMark } from '@/shared/ui/state-tag';
import { TableBox } from '@/shared/ui/table-box';

const outcomes = Object.keys(toneOfOutcome) as Outcome[];

/** How much reached somebody lately, what waits, and why not more. */
export function CalmPart({ recipient }: { recipient: Recipient }) {
  const t = useTexts(calmTexts);
  const id = recipient.external_id;
  const report = useQuery(calmQuery(id));
  return (
    <div className="stack">
      <Card title={t('title')}>
        <p className="soft">{t('lead')}</p>
        <Loaded query={report}>
          {(calm) =>
            calm.groups.length === 0 && calm.held.length === 0 && calm.items.length === 0 ? (
              <Empty title={t('none')}>{t('none.what')}</Empty>
            ) : (
              <Report calm={calm} />
            )
          }
        </Loaded>
      </Card>
      <QuietHoursCard id={id} />
      <Digests id={id} />
    </div>
  );
}

function Report({ calm }: { calm: Calm }) {
  const t = useTexts(calmTexts);
  const language = useLanguage();
  const sums = totals(calm);
  return (
    <>
      <dl className="figures">
        {outcomes.map((outcome) => (
          <div key={outcome}>
            <dt>{t(`outcome.${outcome}`)}</dt>
            <dd className="number">{count(sums[outcome], language)}</dd>
          </div>
        ))}
      </dl>
      <Groups calm={calm} />
      {calm.held.length > 0 && <CalmItems title={t('held')} items={calm.held} />}
      {calm.items.length > 0 && <CalmItems title={t('items')} items={calm.items} />}
    </>
  );
}

function Groups({ calm }: { calm: Calm }) {
  const t = useTexts(calmTexts);
  const language = useLanguage();
  const channel = useChannelName();
  const category = useKnown(calmTexts, 'category');
  const heads = [{ name: t('group') }, ...outcomes.map((outcome) => ({ name: t(`outcome.${outcome}`), figure: true }))];
  return (
    <TableBox caption={t('groups')} heads={heads}>
      {calm.groups.map((group) => (
        <tr key={`${group.category} ${group.channel} ${String(group.sandbox)}`}>
          <th scope="row">
            {category(group.category)} · {channel(group.channel)}
            {group.sandbox && <SandboxMark />}
          </th>
          {outcomes.map((outcome) => (
            <td key={outcome} className="figure">
              {count(group[outcome], language)}
            </td>
          ))}
        </tr>
      ))}
    </TableBox>
  );
}
