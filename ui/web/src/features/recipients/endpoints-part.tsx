import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AddEndpoint } from '@/features/recipients/add-endpoint';
import { EndpointLine, type Changed } from '@/features/recipients/endpoint-line';
import { endpointsTexts } from '@/features/recipients/endpoints.texts';
import { accountsQuery, channelsQuery } from '@/shared/api/channels';
import { endpointsQuery, type Recipient } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Notice } from '@/shared/ui/notice';
import { Card, Empty } from '@/shared/ui/page';

/** Where somebody is reached. */
export function EndpointsPart({ recipient }: { recipient: Recipient }) {
  const t = useTexts(endpointsTexts);
  const client = useQueryClient();
  const id = recipient.external_id;
  const query = endpointsQuery(id);
  const endpoints = useQuery(query);
  const channels = useQuery(channelsQuery);
  const accounts = useQuery(accountsQuery);
  const [done, setDone] = useState<Changed>();
  const changed = async (change: Changed) => {
    await client.invalidateQueries({ queryKey: query.queryKey });
    setDone(change);
  };
  return (
    <div className="stack">
      <Card title={t('title')}>
        <p className="soft">{t('lead')}</p>
        <Notice>{done && t(`done.${done.what}`, { hint: done.hint })}</Notice>
        <Loaded query={endpoints}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={t('none')}>{t('none.what')}</Empty>
            ) : (
              <ul className="lines">
                {all.map((endpoint) => (
                  <EndpointLine
                    key={endpoint.id}
                    recipient={id}
                    endpoint={endpoint}
                    channel={channels.data?.find(({ key }) => key === endpoint.channel)}
                    accounts={accounts.data}
                    onChanged={changed}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      <Card title={t('add')}>
        <Loaded query={channels}>
          {(all) => <AddEndpoint recipient={id} channels={all} accounts={accounts.data ?? []} onAdded={(hint) => changed({ what: 'added', hint })} />}
        </Loaded>
      </Card>
    </div>
  );
}
