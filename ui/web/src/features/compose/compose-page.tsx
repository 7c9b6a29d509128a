import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { Actions } from '@/features/compose/actions';
import { ComposeForm } from '@/features/compose/compose-form';
import { composeTexts } from '@/features/compose/compose.texts';
import { ForecastCard } from '@/features/compose/forecast-card';
import type { Owner } from '@/features/compose/kept';
import { SentCard } from '@/features/compose/sent-card';
import { useCompose } from '@/features/compose/use-compose';
import { sessionQuery } from '@/shared/api/session';
import { useTexts } from '@/shared/i18n/texts';
import { Page } from '@/shared/ui/page';
import '@/features/compose/compose.css';

/** Write, look, send. */
export function Component() {
  const t = useTexts(composeTexts);
  const [search] = useSearchParams();
  const session = useQuery(sessionQuery);
  const address = search.toString();
  const who = session.data === undefined || session.data === null ? '' : `${session.data.slug}/${session.data.key_prefix}`;
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Writing key={`${who} ${address}`} owner={{ who, address }} />
    </Page>
  );
}

function Writing({ owner }: { owner: Owner }) {
  const compose = useCompose(owner);
  const form = useId();
  const { rehearsing, sending } = compose;
  if (sending.data !== undefined) {
    return <SentCard accepted={sending.data} onAnew={compose.anew} />;
  }
  return (
    <div className="compose">
      <div className="stack">
        <ComposeForm compose={compose} id={form} />
        <Actions compose={compose} form={form} />
      </div>
      <ForecastCard rehearsal={rehearsing.data} busy={rehearsing.isPending} isStale={rehearsing.data !== undefined && !compose.isLooked} />
    </div>
  );
}
