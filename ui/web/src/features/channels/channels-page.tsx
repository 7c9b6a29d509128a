import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AccountTags } from '@/features/channels/account-tags';
import { channelsTexts } from '@/features/channels/channels.texts';
import { Health } from '@/features/channels/health';
import { ceilingOf, shelves, type Shelf } from '@/features/channels/health.model';
import { accountsQuery, channelsQuery, type Account, type Channel } from '@/shared/api/channels';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Card, Empty, Page } from '@/shared/ui/page';
import '@/features/channels/channels.css';

/** The accounts by channel with their health, and what is installed. */
export function Component() {
  const t = useTexts(channelsTexts);
  const accounts = useQuery(accountsQuery);
  const channels = useQuery(channelsQuery);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Link className="link-button" to="/channels/new">
          {t('add')}
        </Link>
      }
    >
      <Loaded query={accounts}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <Empty title={t('accounts.none')}>{t('accounts.none.what')}</Empty>
            </Card>
          ) : (
            shelves(all, channels.data ?? []).map((shelf) => <ShelfOfAccounts key={shelf.key} shelf={shelf} known={channels.isSuccess} />)
          )
        }
      </Loaded>
      <Card title={t('installed')}>
        <Loaded query={channels}>
          {(all) => (
            <div className="kinds">
              {all.map((channel) => (
                <Kind key={channel.key} channel={channel} />
              ))}
            </div>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

function ShelfOfAccounts({ shelf, known }: { shelf: Shelf; known: boolean }) {
  const t = useTexts(channelsTexts);
  const say = useSaid();
  return (
    <section className="stack shelf">
      <div>
        <h2>{shelf.channel === undefined ? shelf.key : say(shelf.channel.title)}</h2>
        {known && shelf.channel === undefined && <p className="notice tone-bad">{t('channel.gone')}</p>}
      </div>
      <div className="account-cards">
        {shelf.accounts.map((account) => (
          <AccountCard key={account.id} account={account} channel={shelf.channel} />
        ))}
      </div>
    </section>
  );
}

function AccountCard({ account, channel }: { account: Account; channel: Channel | undefined }) {
  const t = useTexts(channelsTexts);
  return (
    <article className="card account-card">
      <div className="row apart">
        <h3>
          <Link to={`/channels/${account.id}`}>{account.name}</Link>
        </h3>
        <AccountTags account={account} />
      </div>
      {account.verified_at && <p className="soft verified">{t('verified')}</p>}
      <Health account={account} channel={channel} />
    </article>
  );
}

function Kind({ channel }: { channel: Channel }) {
  const t = useTexts(channelsTexts);
  const say = useSaid();
  const needed = channel.credentials.filter(({ required }) => required);
  const needs = [
    needed.length === 0 ? t('needs.nothing') : t('needs.secret', { secrets: needed.map(({ title }) => say(title)).join(' · ') }),
    ...(channel.needs_grant ? [t('needs.grant')] : []),
    ...(channel.endpoint_secret ? [t('needs.endpoint-secret')] : []),
  ];
  const title = say(channel.title);
  return (
    <div className="kind">
      <div>
        <h3>{title}</h3>
        <p>{t(`ceiling.${ceilingOf(channel)}`)}</p>
        <p className="soft">{needs.join(' ')}</p>
      </div>
      <Link className="link-button" to={`/channels/new?channel=${encodeURIComponent(channel.key)}`}>
        {t('add')}
        <span className="unseen">: {title}</span>
      </Link>
    </div>
  );
}
