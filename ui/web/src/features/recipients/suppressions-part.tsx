import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { personTexts } from '@/features/recipients/person.texts';
import { suppressionsQuery } from '@/features/recipients/recipients.api';
import { SuppressForm } from '@/features/recipients/suppress-form';
import { SuppressionLine } from '@/features/recipients/suppression-line';
import type { Recipient } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Notice } from '@/shared/ui/notice';
import { Card, Empty } from '@/shared/ui/page';
import { Pages } from '@/shared/ui/pages';

/** Where somebody is left alone, why, and how that ends. */
export function SuppressionsPart({ recipient }: { recipient: Recipient }) {
  const t = useTexts(personTexts);
  const client = useQueryClient();
  const id = recipient.external_id;
  const query = suppressionsQuery(id);
  const list = useInfiniteQuery(query);
  const [done, setDone] = useState<{ what: 'lifted' | 'added'; channel: string }>();
  const changed = async (what: 'lifted' | 'added', channel: string) => {
    await client.invalidateQueries({ queryKey: query.queryKey });
    setDone({ what, channel });
  };
  return (
    <div className="stack">
      <Card title={t('suppressions.title')}>
        <p className="soft">{t('suppressions.lead')}</p>
        <Notice>{done && t(`suppressions.done.${done.what}`, { channel: done.channel })}</Notice>
        <Pages query={list} empty={<Empty title={t('suppressions.none')}>{t('suppressions.none.what')}</Empty>}>
          {(all) => (
            <ul className="lines">
              {all.map((one) => (
                <SuppressionLine key={one.id} recipient={id} suppression={one} onLifted={(channel) => changed('lifted', channel)} />
              ))}
            </ul>
          )}
        </Pages>
      </Card>
      <Card title={t('suppressions.add')}>
        <SuppressForm recipient={id} onDone={(channel) => changed('added', channel)} />
      </Card>
    </div>
  );
}
