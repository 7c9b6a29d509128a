import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { receiptsAddressQuery, rotateAddress, type ReceiptsAddress } from '@/features/channels/channels.api';
import { limitsTexts } from '@/features/channels/limits.texts';
import type { Account } from '@/shared/api/channels';
import { count, shortMoment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Confirm } from '@/shared/ui/confirm';
import { CopyText } from '@/shared/ui/copy-text';
import { Loaded } from '@/shared/ui/loaded';
import { Notice } from '@/shared/ui/notice';
import { Button } from '@/shared/ui/button';
import { Card, Empty } from '@/shared/ui/page';
import { TableBox } from '@/shared/ui/table-box';

/** Where the provider reports what became of deliveries. */
export function ReceiptsCard({ account }: { account: Account }) {
  const t = useTexts(limitsTexts);
  const client = useQueryClient();
  const query = receiptsAddressQuery(account.id);
  const [wanted, setWanted] = useState(false);
  const address = useQuery({ ...query, enabled: wanted });
  const [rotated, setRotated] = useState(false);
  if (!wanted) {
    return (
      <Card title={t('receipts')}>
        <p className="soft">{t('receipts.show.what')}</p>
        <Button onClick={() => setWanted(true)}>{t('receipts.show')}</Button>
      </Card>
    );
  }
  return (
    <Card title={t('receipts')}>
      <Loaded query={address}>
        {(now) =>
          now === null ? (
            <Empty title={t('receipts.none')} />
          ) : (
            <div className="stack">
              <p>
                {t('receipts.lead')} {t('receipts.secret')}
              </p>
              <Address address={now} />
              <div className="row">
                <Confirm
                  look="plain"
                  label={t('receipts.rotate')}
                  title={t('receipts.rotate.title', { name: account.name })}
                  yes={t('receipts.rotate.yes')}
                  onYes={async () => {
                    client.setQueryData(query.queryKey, await rotateAddress(account.id));
                    setRotated(true);
                  }}
                >
                  <p>{t('receipts.rotate.what')}</p>
                </Confirm>
              </div>
              <Notice>{rotated && t('receipts.rotated')}</Notice>
              <Refused address={now} />
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

function Address({ address }: { address: ReceiptsAddress }) {
  const t = useTexts(limitsTexts);
  const language = useLanguage();
  return (
    <div>
      <CopyText text={address.url} />
      <p className="soft">
        {t('receipts.since', { when: shortMoment(address.created_at, language) })}{' '}
        {address.older_until && t('receipts.older', { when: shortMoment(address.older_until, language) })}
      </p>
    </div>
  );
}

function Refused({ address }: { address: ReceiptsAddress }) {
  const t = useTexts(limitsTexts);
  const language = useLanguage();
  if (address.refused.length === 0) {
    return <p className="soft">{t('receipts.refused.none')}</p>;
  }
  return (
    <TableBox caption={t('receipts.refused')} heads={[{ name: t('receipts.day') }, { name: t('receipts.times'), figure: true }]}>
      {address.refused.map(({ day, times }) => (
        <tr key={day}>
          <th scope="row">{day}</th>
          <td className="figure">{count(times, language)}</td>
        </tr>
      ))}
    </TableBox>
  );
}
