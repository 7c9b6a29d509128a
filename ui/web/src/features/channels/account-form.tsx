import type { ReactNode } from 'react';
import { placedFields, type AccountDraft, type AccountMistakes } from '@/features/channels/account.model';
import { accountTexts } from '@/features/channels/account.texts';
import type { SettingField } from '@/features/channels/schema.model';
import { SecretsFields } from '@/features/channels/secrets-fields';
import { SettingsFields } from '@/features/channels/settings-fields';
import { TermsFields } from '@/features/channels/terms-fields';
import type { Account, Channel } from '@/shared/api/channels';
import { useTexts } from '@/shared/i18n/texts';
import { FormField } from '@/shared/ui/form-field';
import { FormTrouble, useWrong } from '@/shared/ui/form-trouble';

interface Props {
  channel: Channel;
  account?: Account;
  fields: readonly SettingField[];
  draft: AccountDraft;
  mistakes: AccountMistakes;
  error: Error | null;
  onChange: (change: Partial<AccountDraft>) => void;
}

/** All that can be said of an account, with what is wrong at its field. */
export function AccountFields({ channel, account, fields, draft, mistakes, error, onChange }: Props) {
  const t = useTexts(accountTexts);
  const refused = useWrong(error);
  const wrong = (field: string) => {
    const mistake = mistakes[field];
    return mistake === undefined ? refused(field) : t(`mistake.${mistake}`);
  };
  return (
    <>
      <FormField label={t('name')} hint={t('name.hint')} wrong={wrong('name')}>
        {(wiring) => (
          <input {...wiring} className="input" required maxLength={80} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </FormField>
      <Group title={t('settings')}>
        <SettingsFields fields={fields} draft={draft.settings} wrong={wrong} onChange={(settings) => onChange({ settings })} />
      </Group>
      {channel.credentials.length > 0 && (
        <Group title={t('secrets')}>
          <p className="soft group-lead">{t('secrets.lead')}</p>
          <SecretsFields channel={channel} account={account} draft={draft} wrong={wrong} onChange={onChange} />
        </Group>
      )}
      <Group title={t('sending')}>
        <TermsFields draft={draft} isNew={account === undefined} givesReceipts={channel.gives_receipts} wrong={wrong} onChange={onChange} />
      </Group>
      <FormTrouble error={error} fields={placedFields(fields, channel.credentials)} />
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="group-box">
      <fieldset className="group">
        <legend>{title}</legend>
        {children}
      </fieldset>
    </div>
  );
}
