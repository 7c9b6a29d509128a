import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { actionsTexts } from '@/features/messages/actions.texts';
import { notificationQuery, refreshMessage, withdraw, type Withdrawn } from '@/features/messages/message.api';
import type { Message } from '@/features/messages/pages.model';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { isState, useStateLabel } from '@/shared/ui/state-tag';
import { Trouble } from '@/shared/ui/trouble';

interface Props {
  message: Message;
  /** Something of this message is not sent yet. */
  waiting: boolean;
}

type Scope = 'notification' | 'recipient';

/** Takes back what is not sent yet; says first how far that reaches. */
export function WithdrawForm({ message, waiting }: Props) {
  const t = useTexts(actionsTexts);
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [scope, setScope] = useState<Scope>('notification');
  const { data: fact } = useQuery(notificationQuery(message.notification));
  const withdrawing = useMutation({
    mutationFn: withdraw,
    onSuccess: () => setOpen(false),
    onSettled: () => refreshMessage(client),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { notification, recipient, type } = message;
    withdrawing.mutate(scope === 'notification' ? { of: scope, id: notification } : { of: scope, recipient, type });
  };
  const choices: readonly (readonly [Scope, string])[] = [
    ['notification', t('withdraw.notification', { count: fact?.recipients ?? 1 })],
    ['recipient', t('withdraw.recipient', { type: message.type, recipient: message.recipient })],
  ];
  return (
    <>
      <div role="status">{withdrawing.data !== undefined && <Done done={withdrawing.data} />}</div>
      {waiting && !open && (
        <div className="action">
          <p>{t('withdraw.lead')}</p>
          <Button look="danger" disabled={fact === undefined} onClick={() => setOpen(true)}>
            {t('withdraw')}
          </Button>
        </div>
      )}
      {waiting && open && (
        <form className="stack action action-form" onSubmit={submit}>
          <fieldset className="choices">
            <legend>{t('withdraw.what')}</legend>
            {choices.map(([value, text]) => (
              <label key={value} className="check">
                <input type="radio" name="withdraw" checked={scope === value} onChange={() => setScope(value)} />
                {text}
              </label>
            ))}
          </fieldset>
          <p className="soft">{t('withdraw.honest')}</p>
          {withdrawing.error !== null && <Trouble error={withdrawing.error} />}
          <div className="row">
            <Button look="danger" submit busy={withdrawing.isPending}>
              {t('withdraw.do')}
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {t('dismiss')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

function Done({ done }: { done: Withdrawn }) {
  const t = useTexts(actionsTexts);
  const label = useStateLabel();
  const late = Object.entries(done.others).map(([state, n]) => `${isState(state) ? label(state) : state} ${n}`);
  return (
    <div className="done tone-none">
      <p>{done.cancelled === 0 ? t('withdraw.none') : t('withdraw.done', { count: done.cancelled })}</p>
      {late.length > 0 && <p>{t('withdraw.late', { states: late.join(' · ') })}</p>}
    </div>
  );
}
