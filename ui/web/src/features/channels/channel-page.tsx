import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { AccountTags } from '@/features/channels/account-tags';
import { accountTexts } from '@/features/channels/account.texts';
import { BudgetCard } from '@/features/channels/budget-card';
import { accountQuery, removeAccount } from '@/features/channels/channels.api';
import { channelsTexts } from '@/features/channels/channels.texts';
import { EditAccount } from '@/features/channels/edit-account';
import { Health } from '@/features/channels/health';
import { NewAccount } from '@/features/channels/new-account';
import { RateCard } from '@/features/channels/rate-card';
import { ReceiptsCard } from '@/features/channels/receipts-card';
import { TestSend } from '@/features/channels/test-send';
import { ceilingOf } from '@/features/channels/health.model';
import { accountsQuery, channelsQuery, type Account, type Channel } from '@/shared/api/channels';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Confirm } from '@/shared/ui/confirm';
import { Loaded } from '@/shared/ui/loaded';
import { Moment } from '@/shared/ui/moment';
import { Card, Page } from '@/shared/ui/page';
import { Parts, usePart } from '@/shared/ui/parts';
import { Raw } from '@/shared/ui/raw';
import '@/features/channels/channels.css';

export function Component() {
  const { id = '' } = useParams();
  return id === 'new' ? <NewAccount /> : <OneAccount key={id} id={id} />;
}

function OneAccount({ id }: { id: string }) {
  const t = useTexts(accountTexts);
  const account = useQuery(accountQuery(id));
  const channels = useQuery(channelsQuery);
  return (
    <Page title={account.data?.name ?? t('channel')} actions={<Link to="/channels">{t('back')}</Link>}>
      <Loaded query={account}>
        {(one) => <Loaded query={channels}>{(all) => <Whole account={one} channel={all.find(({ key }) => key === one.channel)} />}</Loaded>}
      </Loaded>
    </Page>
  );
}

const parts = ['test', 'settings', 'limits', 'receipts'] as const;

function Whole({ account, channel }: { account: Account; channel: Channel | undefined }) {
  const t = useTexts(accountTexts);
  const part = usePart(parts, 'settings');
  const offered = parts.filter((each) => each !== 'receipts' || channel?.gives_receipts !== false || account.sandbox);
  return (
    <>
      <Head account={account} channel={channel} />
      <Parts label={t('parts')} parts={offered} now={part} name={(each) => t(`part.${each}`)} />
      {part === 'settings' && <Settings account={account} channel={channel} />}
      {part === 'test' && channel !== undefined && <TestSend account={account} channel={channel} />}
      {part === 'limits' && (
        <div className="grid">
          <RateCard account={account} />
          <BudgetCard account={account} />
        </div>
      )}
      {part === 'receipts' && <ReceiptsCard account={account} />}
    </>
  );
}

function Head({ account, channel }: { account: Account; channel: Channel | undefined }) {
  const t = useTexts(accountTexts);
  const c = useTexts(channelsTexts);
  const say = useSaid();
  return (
    <div className="grid">
      <Card title={t('health')} aside={<AccountTags account={account} />}>
        <Health account={account} channel={channel} />
        {account.verified_at && <p className="soft">{c('verified')}</p>}
      </Card>
      <Card title={channel === undefined ? account.channel : say(channel.title)}>
        {channel === undefined ? <p className="notice tone-bad">{c('channel.gone')}</p> : <p>{c(`ceiling.${ceilingOf(channel)}`)}</p>}
        {channel?.needs_grant === true && <p>{c('needs.grant')}</p>}
        <dl className="facts">
          <dt>{t('created')}</dt>
          <dd>
            <Moment at={account.created_at} />
          </dd>
          <dt>{t('updated')}</dt>
          <dd>
            <Moment at={account.updated_at} />
          </dd>
        </dl>
        <Raw data={account} />
      </Card>
    </div>
  );
}

function Settings({ account, channel }: { account: Account; channel: Channel | undefined }) {
  const t = useTexts(accountTexts);
  const client = useQueryClient();
  const go = useNavigate();
  return (
    <Card title={t('part.settings')}>
      <div className="stack">
        {channel !== undefined && <EditAccount account={account} channel={channel} />}
        <div className="row apart-below">
          <Confirm
            label={t('remove')}
            title={t('remove.title', { name: account.name })}
            yes={t('remove.yes', { name: account.name })}
            onYes={async () => {
              await removeAccount(account.id);
              await go('/channels');
              client.removeQueries({ queryKey: accountQuery(account.id).queryKey });
              await client.invalidateQueries({ queryKey: accountsQuery.queryKey });
            }}
          >
            <p>{t('remove.what')}</p>
          </Confirm>
        </div>
      </div>
    </Card>
  );
}
