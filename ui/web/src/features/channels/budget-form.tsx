import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { setBudget, type Budget } from '@/features/channels/channels.api';
import { budgetOf } from '@/features/channels/limits.model';
import { limitsTexts } from '@/features/channels/limits.texts';
import { channelsQuery, type Account } from '@/shared/api/channels';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';
import { FormTrouble, useWrong } from '@/shared/ui/form-trouble';
import { ZoneInput } from '@/shared/ui/zone-input';

/** Sets a budget. */
export function BudgetForm({ account, budget, onSaved }: { account: Account; budget: Budget | null; onSaved: () => Promise<unknown> }) {
  const t = useTexts(limitsTexts);
  const say = useSaid();
  const channels = useQuery(channelsQuery);
  const [draft, setDraft] = useState({
    calls: budget === null ? '' : String(budget.calls_per_month),
    warnAt: budget?.warn_at_percent.join(', ') ?? '80, 95',
    fallback: budget?.fallback ?? '',
    zone: budget?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const saving = useMutation({ mutationFn: (request: Parameters<typeof setBudget>[1]) => setBudget(account.id, request), onSuccess: onSaved });
  const { request, mistakes } = budgetOf(draft);
  const refused = useWrong(saving.error);
  const wrong = (field: string) => (mistakes[field] ? t('mistake.number') : refused(field));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (Object.keys(mistakes).length === 0) saving.mutate(request);
  };
  return (
    <form className="form" onSubmit={save} noValidate>
      <div className="form-pair">
        <FormField label={t('budget.calls')} wrong={wrong('calls_per_month')}>
          {(wiring) => (
            <input {...wiring} className="input" inputMode="numeric" value={draft.calls} onChange={(event) => setDraft({ ...draft, calls: event.target.value })} />
          )}
        </FormField>
        <FormField label={t('budget.warn')} hint={t('budget.warn.hint')} wrong={wrong('warn_at_percent')}>
          {(wiring) => <input {...wiring} className="input" value={draft.warnAt} onChange={(event) => setDraft({ ...draft, warnAt: event.target.value })} />}
        </FormField>
        <FormField label={t('budget.fallback')} wrong={wrong('fallback')}>
          {(wiring) => (
            <select {...wiring} className="input" value={draft.fallback} onChange={(event) => setDraft({ ...draft, fallback: event.target.value })}>
              <option value="">{t('budget.to-inbox')}</option>
              {(channels.data ?? [])
                .filter(({ key }) => key !== account.channel)
                .map(({ key, title }) => (
                  <option key={key} value={key}>
                    {say(title)}
                  </option>
                ))}
            </select>
          )}
        </FormField>
        <FormField label={t('budget.zone')} wrong={wrong('zone')}>
          {(wiring) => <ZoneInput wiring={wiring} value={draft.zone} onChange={(zone) => setDraft({ ...draft, zone })} />}
        </FormField>
      </div>
      <FormTrouble error={saving.error} fields={['calls_per_month', 'warn_at_percent', 'fallback', 'zone']} />
      <div className="row">
        <Button submit busy={saving.isPending}>
          {t('budget.save')}
        </Button>
      </div>
    </form>
  );
}
