import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { endpointsTexts } from '@/features/recipients/endpoints.texts';
import { addEndpoint } from '@/features/recipients/recipients.api';
import { bindable } from '@/features/recipients/recipients.model';
import type { Account, Channel } from '@/shared/api/channels';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';
import { FormTrouble, useWrong } from '@/shared/ui/form-trouble';
import { sharedTexts } from '@/shared/ui/shared.texts';

interface Props {
  recipient: string;
  channels: readonly Channel[];
  accounts: readonly Account[];
  onAdded: (hint: string) => Promise<unknown>;
}

const BLANK = { account: '', address: '', secret: '' };

/** Adds an address, in the words of its channel. */
export function AddEndpoint({ recipient, channels, accounts, onAdded }: Props) {
  const t = useTexts(endpointsTexts);
  const say = useSaid();
  const [key, setKey] = useState(() => channels.find((channel) => accounts.some((account) => account.channel === channel.key))?.key ?? channels[0]?.key ?? '');
  const [draft, setDraft] = useState(BLANK);
  const channel = channels.find((each) => each.key === key);
  const { accounts: own, must } = bindable(accounts, key);
  const adding = useMutation({
    mutationFn: () =>
      addEndpoint(recipient, {
        channel: key,
        address: draft.address.trim(),
        ...(draft.account === '' ? {} : { account: draft.account }),
        ...(draft.secret === '' ? {} : { secret: draft.secret }),
      }),
    onSuccess: (endpoint) => {
      setDraft(BLANK);
      return onAdded(endpoint.hint);
    },
  });
  const wrong = useWrong(adding.error);
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <form className="form" onSubmit={add} noValidate>
      <div className="form-pair">
        <FormField label={t('channel')} wrong={wrong('channel')}>
          {(wiring) => (
            <select
              {...wiring}
              className="input"
              value={key}
              onChange={(event) => {
                setKey(event.target.value);
                setDraft(BLANK);
                adding.reset();
              }}
            >
              {channels.map((each) => (
                <option key={each.key} value={each.key}>
                  {say(each.title)}
                </option>
              ))}
            </select>
          )}
        </FormField>
        {own.length > 0 && <BoundTo accounts={own} must={must} value={draft.account} wrong={wrong('account')} onChange={(account) => setDraft({ ...draft, account })} />}
      </div>
      {own.length === 0 && (
        <p className="notice tone-doubt">
          {t('account.none')} <Link to={`/channels/new?channel=${encodeURIComponent(key)}`}>{t('account.add')}</Link>
        </p>
      )}
      <FormField label={channel === undefined ? key : say(channel.address_title)} wrong={wrong('address')}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            required
            autoComplete="off"
            spellCheck={false}
            value={draft.address}
            onChange={(event) => setDraft({ ...draft, address: event.target.value })}
          />
        )}
      </FormField>
      {channel?.endpoint_secret === true && (
        <FormField label={t('secret')} hint={t('secret.hint')} wrong={wrong('secret')}>
          {(wiring) => (
            <input {...wiring} className="input" type="password" autoComplete="new-password" value={draft.secret} onChange={(event) => setDraft({ ...draft, secret: event.target.value })} />
          )}
        </FormField>
      )}
      <FormTrouble error={adding.error} fields={['channel', 'account', 'address', 'secret']} />
      <div className="row">
        <Button look="primary" submit busy={adding.isPending}>
          {t('add.do')}
        </Button>
      </div>
    </form>
  );
}

interface BoundProps {
  accounts: readonly Account[];
  must: boolean;
  value: string;
  wrong: string | undefined;
  onChange: (account: string) => void;
}

function BoundTo({ accounts, must, value, wrong, onChange }: BoundProps) {
  const t = useTexts(endpointsTexts);
  const shared = useTexts(sharedTexts);
  return (
    <FormField label={t('account')} hint={t(must ? 'account.must' : 'account.hint')} wrong={wrong}>
      {(wiring) => (
        <select {...wiring} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t(must ? 'account.choose' : 'account.any')}</option>
          {accounts.map(({ id, name, sandbox }) => (
            <option key={id} value={name}>
              {sandbox ? `${name} (${shared('sandbox')})` : name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
