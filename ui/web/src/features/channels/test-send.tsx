import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageQuery, sendTest } from '@/features/channels/test-send.api';
import { TEST_TYPE, testOf, typesOf } from '@/features/channels/test-send.model';
import { testTexts } from '@/features/channels/test-send.texts';
import { TestPlan } from '@/features/channels/test-plan';
import { TestResult } from '@/features/channels/test-result';
import { accountFor } from '@/shared/api/account-for';
import { accountsQuery, type Account, type Channel } from '@/shared/api/channels';
import { endpointsQuery, newestPeopleQuery, type Endpoint } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';
import { Loaded } from '@/shared/ui/loaded';
import { Card } from '@/shared/ui/page';
import { Trouble } from '@/shared/ui/trouble';

/** Whom it goes to and which message it became are in the address, so that it can be looked at again. */
export function TestSend({ account, channel }: { account: Account; channel: Channel }) {
  const t = useTexts(testTexts);
  const [search, setSearch] = useSearchParams();
  const recipient = search.get('recipient') ?? '';
  const message = search.get('message');
  const put = (change: Record<string, string>) => setSearch({ part: 'test', ...change }, { preventScrollReset: true });
  return (
    <Card title={t('title')}>
      <div className="stack">
        <p className="soft group-lead">{t(account.sandbox ? 'lead.sandbox' : 'lead')}</p>
        <Whom key={recipient} recipient={recipient} onChosen={(chosen) => put({ recipient: chosen })} />
        {recipient !== '' && (
          <ToPerson
            key={`${recipient} ${message ?? ''}`}
            account={account}
            channel={channel}
            recipient={recipient}
            message={message ?? undefined}
            onSent={(sent) => put({ recipient, message: sent })}
            onAgain={() => put({ recipient })}
          />
        )}
      </div>
    </Card>
  );
}

function Whom({ recipient, onChosen }: { recipient: string; onChosen: (recipient: string) => void }) {
  const t = useTexts(testTexts);
  const list = useId();
  const people = useQuery(newestPeopleQuery);
  const [typed, setTyped] = useState(recipient);
  const look = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') onChosen(typed.trim());
  };
  return (
    <form className="form" onSubmit={look} noValidate>
      <FormField label={t('recipient')} hint={t('recipient.hint')}>
        {(wiring) => (
          <input {...wiring} className="input" list={list} autoComplete="off" spellCheck={false} value={typed} onChange={(event) => setTyped(event.target.value)} />
        )}
      </FormField>
      <datalist id={list}>
        {people.data?.map(({ external_id: id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <div className="row">
        <Button submit>{t('look')}</Button>
      </div>
    </form>
  );
}

interface Person {
  account: Account;
  channel: Channel;
  recipient: string;
  message: string | undefined;
  onSent: (message: string) => void;
  onAgain: () => void;
}

function ToPerson({ message, onAgain, ...rest }: Person) {
  const t = useTexts(testTexts);
  const endpoints = useQuery(endpointsQuery(rest.recipient));
  return (
    <Loaded query={endpoints}>
      {(all) => {
        const own = all.filter((endpoint) => endpoint.channel === rest.channel.key);
        if (message !== undefined) {
          return <Watch message={message} endpoints={own} onAgain={onAgain} {...rest} />;
        }
        if (own.length === 0) {
          return (
            <p>
              {t('none-here', { recipient: rest.recipient })}{' '}
              <Link to={`/recipients/${encodeURIComponent(rest.recipient)}`}>{t('none-here.add')}</Link>
            </p>
          );
        }
        return <Ready endpoints={own} {...rest} />;
      }}
    </Loaded>
  );
}

function Ready({ account, channel, recipient, endpoints, onSent }: Omit<Person, 'message' | 'onAgain'> & { endpoints: Endpoint[] }) {
  const t = useTexts(testTexts);
  const types = useId();
  const accounts = useQuery(accountsQuery);
  const known = typesOf(account.settings);
  const [type, setType] = useState(known[0] ?? TEST_TYPE);
  // one id for each test: asked again after no answer came, it is sent once
  const [id, setId] = useState(() => crypto.randomUUID());
  const sending = useMutation({
    mutationFn: () => sendTest(id, testOf(recipient, channel.key, type.trim(), { title: t('message.title'), text: t('message.text') }, id)),
    onSuccess: onSent,
  });
  const retype = (next: string) => {
    setType(next);
    setId(crypto.randomUUID());
  };
  const some = accounts.data === undefined || endpoints.some((endpoint) => accountFor(endpoint, accounts.data)?.id === account.id);
  return (
    <div className="stack">
      <TestPlan account={account} accounts={accounts.data ?? []} endpoints={endpoints} recipient={recipient} />
      {!some && <p className="notice tone-doubt">{t('not-this', { account: account.name })}</p>}
      <div className="form">
        <FormField label={t('type')} hint={t('type.hint')}>
          {(wiring) => <input {...wiring} className="input" list={types} spellCheck={false} value={type} onChange={(event) => retype(event.target.value)} />}
        </FormField>
        <datalist id={types}>
          {[...new Set([TEST_TYPE, ...known])].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {sending.error !== null && <Trouble error={sending.error} />}
        <div className="row">
          <Button look="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
            {t('send')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Watch({
  message,
  onAgain,
  ...rest
}: { message: string; onAgain: () => void; account: Account; channel: Channel; recipient: string; endpoints: Endpoint[] }) {
  const t = useTexts(testTexts);
  const watched = useQuery(messageQuery(message));
  return (
    <div className="stack">
      <h3>{t('watching')}</h3>
      <Loaded query={watched}>{(now) => <TestResult message={now} {...rest} />}</Loaded>
      <div className="row">
        <Button onClick={onAgain}>{t('send.again')}</Button>
      </div>
    </div>
  );
}
