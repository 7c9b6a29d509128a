import { composeTexts } from '@/features/compose/compose.texts';
import { recipientsOf } from '@/features/compose/draft.model';
import type { Compose } from '@/features/compose/use-compose';
import { isOpen } from '@/features/compose/wrong.model';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Confirm } from '@/shared/ui/confirm';
import { Trouble } from '@/shared/ui/trouble';

/** First look, then send; whoever does not look is asked. */
export function Actions({ compose, form }: { compose: Compose; form: string }) {
  const t = useTexts(composeTexts);
  const { draft, isLooked, rehearsing, sending } = compose;
  const many = recipientsOf(draft.recipients).length;
  return (
    <div className="compose-actions card">
      <Failures compose={compose} />
      <div className="row">
        <Button look={isLooked ? 'plain' : 'primary'} submit form={form} busy={rehearsing.isPending}>
          {t('dry-run')}
        </Button>
        {isLooked && (
          <Button look="primary" busy={sending.isPending} onClick={() => void compose.send()}>
            {t('send.sum', { count: many })}
          </Button>
        )}
        {!isLooked && !compose.isReady() && <Button onClick={() => void compose.send()}>{t('send')}</Button>}
        {!isLooked && compose.isReady() && !sending.isPending && (
          <Confirm look="plain" label={t('send')} title={t('send.anyway')} yes={t('send.anyway.yes')} onYes={compose.send}>
            <p>{t('send.anyway.what', { count: many })}</p>
          </Confirm>
        )}
      </div>
    </div>
  );
}

/** Why nothing came of it. */
function Failures({ compose: { wrongBy, rehearsing, sending, send } }: { compose: Compose }) {
  const t = useTexts(composeTexts);
  if (wrongBy !== undefined) {
    return (
      <p className="notice tone-bad" role="alert">
        {t(wrongBy === 'dry' ? 'wrong.dry' : 'wrong')}
      </p>
    );
  }
  if (isOpen(sending.error)) {
    return (
      <div className="notice tone-doubt" role="alert">
        <p>{t('open')}</p>
        <Button busy={sending.isPending} onClick={() => void send()}>
          {t('open.again')}
        </Button>
      </div>
    );
  }
  const error = sending.error ?? rehearsing.error;
  return error === null ? null : <Trouble error={error} />;
}
