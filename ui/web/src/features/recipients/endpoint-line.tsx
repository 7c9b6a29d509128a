import { Link } from 'react-router';
import { endpointsTexts } from '@/features/recipients/endpoints.texts';
import { removeEndpoint } from '@/features/recipients/recipients.api';
import { endpointStatus, toneOfEndpoint } from '@/features/recipients/recipients.model';
import { accountFor } from '@/shared/api/account-for';
import type { Account, Channel } from '@/shared/api/channels';
import { setVerified, type Endpoint } from '@/shared/api/people';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Confirm } from '@/shared/ui/confirm';
import { Moment } from '@/shared/ui/moment';
import { Tag } from '@/shared/ui/state-tag';

export interface Changed {
  what: 'verified' | 'unverified' | 'removed' | 'added';
  hint: string;
}

interface Props {
  recipient: string;
  endpoint: Endpoint;
  channel: Channel | undefined;
  accounts: readonly Account[] | undefined;
  onChanged: (change: Changed) => Promise<unknown>;
}

export function EndpointLine({ recipient, endpoint, channel, accounts, onChanged }: Props) {
  const t = useTexts(endpointsTexts);
  const say = useSaid();
  const status = endpointStatus(endpoint.status);
  const { hint } = endpoint;
  const own = accounts?.find(({ id }) => id === endpoint.account_id);
  const used = accountFor(endpoint, accounts ?? []);
  const bound = endpoint.account_id ? (own === undefined ? t('bound.gone') : t('bound', { account: own.name })) : t('large');
  const mark = (to: 'verified' | 'unverified') => async () => {
    await setVerified(recipient, endpoint.id, to);
    await onChanged({ what: to, hint });
  };
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <strong>{channel === undefined ? endpoint.channel : say(channel.title)}</strong>
          <code>{hint}</code>
          <Tag tone={toneOfEndpoint[status]}>{t(`status.${status}`)}</Tag>
        </div>
        <div className="actions-row">
          {used !== undefined && <Link to={`/channels/${used.id}?${new URLSearchParams({ part: 'test', recipient }).toString()}`}>{t('test')}</Link>}
          {status === 'verified' ? (
            <Confirm look="plain" label={t('unverify')} title={`${t('unverify')}: ${hint}`} yes={t('unverify')} onYes={mark('unverified')} />
          ) : (
            <Confirm look="plain" label={t('verify')} title={t('verify.title', { hint, recipient })} yes={t('verify.yes')} onYes={mark('verified')}>
              <p>{t('verify.what')}</p>
            </Confirm>
          )}
          <Confirm
            label={t('remove')}
            title={t('remove.title', { hint, recipient })}
            yes={t('remove.yes', { hint })}
            onYes={async () => {
              await removeEndpoint(recipient, endpoint.id);
              await onChanged({ what: 'removed', hint });
            }}
          >
            <p>{t('remove.what')}</p>
          </Confirm>
        </div>
      </div>
      <p className="soft">
        {accounts !== undefined && `${bound} · `}
        {endpoint.secret_set && `${t('secret.set')} · `}
        {t('since')} <Moment at={endpoint.created_at} />
      </p>
      {status === 'dead' && <p className="notice tone-bad">{t('dead.what', { reason: endpoint.status_reason })}</p>}
    </li>
  );
}
