import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useChannelName } from '@/features/recipients/channel-name';
import { personTexts } from '@/features/recipients/person.texts';
import { suppress } from '@/features/recipients/recipients.api';
import { channelsQuery } from '@/shared/api/channels';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';
import { FormTrouble, useWrong } from '@/shared/ui/form-trouble';

/** Leaves somebody alone on a channel. */
export function SuppressForm({ recipient, onDone }: { recipient: string; onDone: (channel: string) => Promise<unknown> }) {
  const t = useTexts(personTexts);
  const say = useSaid();
  const name = useChannelName();
  const channels = useQuery(channelsQuery);
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState('');
  const channel = chosen ?? channels.data?.[0]?.key ?? '';
  const suppressing = useMutation({
    mutationFn: () => suppress(recipient, { channel, reason: reason.trim() }),
    onSuccess: () => {
      setReason('');
      return onDone(name(channel));
    },
  });
  const wrong = useWrong(suppressing.error);
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    suppressing.mutate();
  };
  return (
    <form className="form" onSubmit={go} noValidate>
      <p className="soft group-lead">{t('suppressions.add.lead')}</p>
      <div className="form-pair">
        <FormField label={t('suppressions.channel')} wrong={wrong('channel')}>
          {(wiring) => (
            <select {...wiring} className="input" value={channel} onChange={(event) => setChosen(event.target.value)}>
              {channels.data?.map(({ key, title }) => (
                <option key={key} value={key}>
                  {say(title)}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <FormField label={t('suppressions.reason')} hint={t('suppressions.reason.hint')} wrong={wrong('reason')}>
          {(wiring) => <input {...wiring} className="input" required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </FormField>
      </div>
      <FormTrouble error={suppressing.error} fields={['channel', 'reason']} />
      <div className="row">
        <Button look="danger" submit busy={suppressing.isPending}>
          {t('suppressions.add.do')}
        </Button>
      </div>
    </form>
  );
}
