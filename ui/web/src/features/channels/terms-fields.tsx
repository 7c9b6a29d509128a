import type { AccountDraft } from '@/features/channels/account.model';
import { accountTexts } from '@/features/channels/account.texts';
import { useTexts } from '@/shared/i18n/texts';
import { CheckField, FormField } from '@/shared/ui/form-field';

interface Props {
  draft: AccountDraft;
  isNew: boolean;
  givesReceipts: boolean;
  wrong: (field: string) => string | undefined;
  onChange: (change: Partial<AccountDraft>) => void;
}

/** How an account sends: times, texts, whom it leaves out. */
export function TermsFields({ draft, isNew, givesReceipts, wrong, onChange }: Props) {
  const t = useTexts(accountTexts);
  return (
    <>
      <div className="form-pair">
        <FormField label={t('timeout')} hint={t('timeout.hint')} wrong={wrong('timeout_ms')}>
          {(wiring) => (
            <input {...wiring} className="input" inputMode="decimal" value={draft.timeout} onChange={(event) => onChange({ timeout: event.target.value })} />
          )}
        </FormField>
        <FormField label={t('ladder')} hint={t(isNew ? 'ladder.hint-new' : 'ladder.hint')} wrong={wrong('retry_ladder')}>
          {(wiring) => <input {...wiring} className="input" value={draft.ladder} onChange={(event) => onChange({ ladder: event.target.value })} />}
        </FormField>
        {givesReceipts && (
          <FormField label={t('within')} hint={t('within.hint')} wrong={wrong('receipt_within_seconds')}>
            {(wiring) => (
              <input {...wiring} className="input" value={draft.receiptWithin} onChange={(event) => onChange({ receiptWithin: event.target.value })} />
            )}
          </FormField>
        )}
      </div>
      <FormField label={t('minimal')} hint={t('minimal.hint')} wrong={wrong('minimal_text')}>
        {(wiring) => (
          <textarea
            {...wiring}
            className="input prose"
            rows={2}
            maxLength={500}
            value={draft.minimalText}
            onChange={(event) => onChange({ minimalText: event.target.value })}
          />
        )}
      </FormField>
      <CheckField
        label={t('verified-only')}
        hint={t('verified-only.hint')}
        checked={draft.verifiedOnly}
        onChange={(verifiedOnly) => onChange({ verifiedOnly })}
      />
      <CheckField label={t('enabled')} hint={t('enabled.hint')} checked={draft.enabled} onChange={(enabled) => onChange({ enabled })} />
    </>
  );
}
