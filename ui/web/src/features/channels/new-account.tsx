import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AccountFields } from '@/features/channels/account-form';
import { blankAccount, requestOf, type AccountMistakes } from '@/features/channels/account.model';
import { accountTexts } from '@/features/channels/account.texts';
import { createAccount } from '@/features/channels/channels.api';
import { fieldsOf } from '@/features/channels/schema.model';
import { accountsQuery, channelsQuery, type Channel } from '@/shared/api/channels';
import { sessionQuery } from '@/shared/api/session';
import { useLanguage, useSaid, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { CheckField } from '@/shared/ui/form-field';
import { Loaded } from '@/shared/ui/loaded';
import { Card, Page } from '@/shared/ui/page';

/** First the channel, then its account. The channel is in the address. */
export function NewAccount() {
  const t = useTexts(accountTexts);
  const say = useSaid();
  const [search] = useSearchParams();
  const channels = useQuery(channelsQuery);
  const chosen = channels.data?.find(({ key }) => key === search.get('channel'));
  return (
    <Page title={chosen === undefined ? t('new.choose') : t('new', { channel: say(chosen.title) })} actions={<Link to="/channels">{t('back')}</Link>}>
      <Card title={chosen === undefined ? t('new.which') : undefined}>
        <Loaded query={channels}>{(all) => (chosen === undefined ? <Which channels={all} /> : <NewForm key={chosen.key} channel={chosen} />)}</Loaded>
      </Card>
    </Page>
  );
}

function Which({ channels }: { channels: readonly Channel[] }) {
  const say = useSaid();
  return (
    <ul className="lines">
      {channels.map(({ key, title }) => (
        <li key={key}>
          <Link to={`/channels/new?channel=${encodeURIComponent(key)}`}>{say(title)}</Link>
        </li>
      ))}
    </ul>
  );
}

function NewForm({ channel }: { channel: Channel }) {
  const t = useTexts(accountTexts);
  const client = useQueryClient();
  const go = useNavigate();
  const session = useQuery(sessionQuery);
  const fields = fieldsOf(channel.settings_schema, useLanguage());
  const [draft, setDraft] = useState(() => blankAccount(fields));
  const [mistakes, setMistakes] = useState<AccountMistakes>({});
  const making = useMutation({
    mutationFn: createAccount,
    onSuccess: async (account) => {
      await client.invalidateQueries({ queryKey: accountsQuery.queryKey });
      await go(`/channels/${account.id}?part=test`);
    },
  });
  const allowed = session.data?.sandbox_allowed ?? false;
  const make = (event: SubmitEvent) => {
    event.preventDefault();
    const { request, mistakes: found } = requestOf(channel.key, draft, fields);
    setMistakes(found);
    if (Object.keys(found).length === 0) {
      making.mutate(request);
    }
  };
  return (
    <form className="form" onSubmit={make} noValidate>
      <AccountFields
        channel={channel}
        fields={fields}
        draft={draft}
        mistakes={mistakes}
        error={making.error}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      <CheckField
        label={t('sandbox')}
        hint={t(allowed ? 'sandbox.hint' : 'sandbox.not-allowed')}
        checked={draft.sandbox}
        disabled={!allowed}
        onChange={(sandbox) => setDraft({ ...draft, sandbox })}
      />
      <div className="row">
        <Button look="primary" submit busy={making.isPending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
