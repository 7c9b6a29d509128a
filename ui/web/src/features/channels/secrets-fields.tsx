import type { AccountDraft } from '@/features/channels/account.model';
import { accountTexts } from '@/features/channels/account.texts';
import type { Account, Channel } from '@/shared/api/channels';
import { shortMoment } from '@/shared/format/moment';
import { useLanguage, useSaid, useTexts } from '@/shared/i18n/texts';
import { CheckField, FormField } from '@/shared/ui/form-field';

type Draft = Pick<AccountDraft, 'secrets' | 'forget'>;

interface Props {
  channel: Channel;
  /** What is stored; undefined for a new account. */
  account?: Account;
  draft: Draft;
  wrong: (field: string) => string | undefined;
  onChange: (draft: Draft) => void;
}

/** Secrets that can be written and never read. */
export function SecretsFields({ channel, account, draft, wrong, onChange }: Props) {
  const t = useTexts(accountTexts);
  const language = useLanguage();
  const say = useSaid();
  return channel.credentials.map(({ name, title, required }) => {
    const kept = account?.credentials[name];
    const standing = kept?.set
      ? t('secret.set', { when: kept.set_at ? shortMoment(kept.set_at, language) : '', by: kept.set_by ?? '' })
      : t('secret.unset');
    return (
      <div key={name} className="stack">
        <FormField label={say(title)} hint={account === undefined ? undefined : standing} wrong={wrong(`credentials.${name}`)}>
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              type="password"
              autoComplete="new-password"
              required={required && account === undefined}
              value={draft.secrets[name] ?? ''}
              onChange={(event) => onChange({ ...draft, secrets: { ...draft.secrets, [name]: event.target.value } })}
            />
          )}
        </FormField>
        {kept?.set === true && !required && (
          <CheckField
            label={t('secret.forget', { name: say(title) })}
            checked={draft.forget.includes(name)}
            onChange={(forget) =>
              onChange({ ...draft, forget: forget ? [...draft.forget, name] : draft.forget.filter((other) => other !== name) })
            }
          />
        )}
      </div>
    );
  });
}
