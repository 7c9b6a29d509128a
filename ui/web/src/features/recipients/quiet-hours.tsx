import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { calmTexts } from '@/features/recipients/calm.texts';
import { putQuietHours, quietHoursQuery, removeQuietHours, type QuietHours } from '@/features/recipients/recipients.api';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Confirm } from '@/shared/ui/confirm';
import { FormField } from '@/shared/ui/form-field';
import { FormTrouble, useWrong } from '@/shared/ui/form-trouble';
import { Loaded } from '@/shared/ui/loaded';
import { Notice } from '@/shared/ui/notice';
import { Card } from '@/shared/ui/page';

/** The hours in which somebody wants quiet, by their own clock. */
export function QuietHoursCard({ id }: { id: string }) {
  const t = useTexts(calmTexts);
  const client = useQueryClient();
  const query = quietHoursQuery(id);
  const hours = useQuery(query);
  const [done, setDone] = useState<'saved' | 'removed'>();
  const changed = async (what: 'saved' | 'removed') => {
    await client.invalidateQueries({ queryKey: query.queryKey });
    setDone(what);
  };
  return (
    <Card title={t('quiet.title')}>
      <Loaded query={hours} rows={2}>
        {(now) => (
          <div className="stack">
            <div>
              <p className="soft">{t('quiet.lead', { zone: now.zone })}</p>
              <p>{now.from && now.to ? t('quiet.is', { from: now.from, to: now.to }) : t('quiet.none')}</p>
            </div>
            <HoursForm key={`${now.from ?? ''} ${now.to ?? ''}`} id={id} hours={now} onSaved={() => changed('saved')} />
            {now.from && (
              <div className="row">
                <Confirm
                  label={t('quiet.remove')}
                  title={t('quiet.remove.title', { recipient: id })}
                  yes={t('quiet.remove')}
                  onYes={async () => {
                    await removeQuietHours(id);
                    await changed('removed');
                  }}
                >
                  <p>{t('quiet.remove.what')}</p>
                </Confirm>
              </div>
            )}
            <Notice>{done && t(`quiet.${done}`)}</Notice>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function HoursForm({ id, hours, onSaved }: { id: string; hours: QuietHours; onSaved: () => Promise<unknown> }) {
  const t = useTexts(calmTexts);
  const [from, setFrom] = useState(hours.from ?? '22:00');
  const [to, setTo] = useState(hours.to ?? '07:00');
  const saving = useMutation({ mutationFn: () => putQuietHours(id, { from, to }), onSuccess: onSaved });
  const wrong = useWrong(saving.error);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form className="form quiet-form" onSubmit={save} noValidate>
      <div className="form-pair">
        <FormField label={t('quiet.from')} wrong={wrong('from')}>
          {(wiring) => <input {...wiring} className="input" type="time" value={from} onChange={(event) => setFrom(event.target.value)} />}
        </FormField>
        <FormField label={t('quiet.to')} wrong={wrong('to')}>
          {(wiring) => <input {...wiring} className="input" type="time" value={to} onChange={(event) => setTo(event.target.value)} />}
        </FormField>
      </div>
      <FormTrouble error={saving.error} fields={['from', 'to']} />
      <div className="row">
        <Button submit busy={saving.isPending}>
          {t('quiet.save')}
        </Button>
      </div>
    </form>
  );
}
