import { useState, type ReactNode, type SubmitEvent } from 'react';
import { recipientsTexts } from '@/features/recipients/recipients.texts';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';
import { FormTrouble, useWrong } from '@/shared/ui/form-trouble';
import { ZoneInput } from '@/shared/ui/zone-input';

export interface Whereabouts {
  zone: string;
  locale: string;
}

interface Props {
  initial: Whereabouts;
  busy: boolean;
  error: Error | null;
  doing: string;
  onSave: (whereabouts: Whereabouts) => void;
  children?: ReactNode;
}

/** Where somebody lives and which language they read. */
export function WhereaboutsForm({ initial, busy, error, doing, onSave, children }: Props) {
  const t = useTexts(recipientsTexts);
  const [draft, setDraft] = useState(initial);
  const wrong = useWrong(error);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onSave({ zone: draft.zone.trim(), locale: draft.locale.trim() });
  };
  return (
    <form className="form" onSubmit={save} noValidate>
      {children}
      <div className="form-pair">
        <FormField label={t('zone')} hint={t('zone.hint')} wrong={wrong('zone')}>
          {(wiring) => <ZoneInput wiring={wiring} value={draft.zone} onChange={(zone) => setDraft({ ...draft, zone })} />}
        </FormField>
        <FormField label={t('locale')} hint={t('locale.hint')} wrong={wrong('locale')}>
          {(wiring) => (
            <input {...wiring} className="input" spellCheck={false} value={draft.locale} onChange={(event) => setDraft({ ...draft, locale: event.target.value })} />
          )}
        </FormField>
      </div>
      <FormTrouble error={error} fields={['zone', 'locale', 'external_id']} />
      <div className="row">
        <Button look="primary" submit busy={busy}>
          {doing}
        </Button>
      </div>
    </form>
  );
}
