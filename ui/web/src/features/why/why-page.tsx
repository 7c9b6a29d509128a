import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Answer } from '@/features/why/answer';
import { FactsCard } from '@/features/why/facts-card';
import { MessagesCard, NearestCard } from '@/features/why/messages-card';
import { QuestionForm } from '@/features/why/question-form';
import { whyQuery } from '@/features/why/why.api';
import { readQuestion, same, writeQuestion, type Question, type Why } from '@/features/why/why.model';
import { whyTexts } from '@/features/why/why.texts';
import { useChannelTitles } from '@/shared/api/channel-titles';
import { ApiError } from '@/shared/api/problem';
import { useTexts } from '@/shared/i18n/texts';
import { Zone } from '@/shared/i18n/zone';
import { Loading } from '@/shared/ui/loading';
import { Card, Empty, Page } from '@/shared/ui/page';
import { Raw } from '@/shared/ui/raw';
import { Trouble } from '@/shared/ui/trouble';
import '@/features/why/why.css';

/** Answers the question that support asks most, from what was written down. */
export function Component() {
  const t = useTexts(whyTexts);
  const [search, setSearch] = useSearchParams();
  const question = readQuestion(search);
  const what = search.get('what') ?? '';
  const query = useQuery(whyQuery(question));
  // whoever asked here is led to the answer, where a shared link begins at its top
  const [here, setHere] = useState(false);
  const ask = (next: Question) => {
    setHere(true);
    if (question !== undefined && same(question, next)) {
      void query.refetch();
    }
    setSearch(writeQuestion(next, ''));
  };
  const narrow = (words: string) => question !== undefined && setSearch(writeQuestion(question, words), { replace: true, preventScrollReset: true });
  const refused = query.error instanceof ApiError && query.error.errors.length > 0;
  const recipient = search.get('recipient') ?? '';
  return (
    <Page title={t('title')} lead={t('lead')}>
      <QuestionForm
        key={`${recipient} ${question?.at ?? ''} ${question?.within ?? ''}`}
        recipient={recipient}
        asked={question}
        refused={refused}
        busy={query.isFetching && question !== undefined}
        onAsk={ask}
      />
      <div className="stack">
        {question === undefined && (
          <Card>
            <Empty title={t('start.title')}>{t('start.what')}</Empty>
          </Card>
        )}
        {query.error !== null && <Trouble error={query.error} onRetry={query.refetch} />}
        {question !== undefined && query.isLoading && (
          <Card>
            <Loading rows={5} />
          </Card>
        )}
        {query.data !== undefined && question !== undefined && (
          <Told key={`${query.data.recipient.external_id} ${query.data.from} ${query.data.to}`} why={query.data} lead={here} what={what} onWhat={narrow} onMeant={(other) => ask({ ...question, recipient: other })} />
        )}
      </div>
    </Page>
  );
}

interface Telling {
  why: Why;
  lead: boolean;
  what: string;
  onWhat: (what: string) => void;
  onMeant: (recipient: string) => void;
}

function Told({ why, lead, what, onWhat, onMeant }: Telling) {
  const titles = useChannelTitles();
  return (
    <Zone value={why.recipient.zone ?? undefined}>
      <Answer why={why} lead={lead} onMeant={onMeant} />
      {why.recipient.known && (
        <>
          {why.messages.length > 0 && <MessagesCard messages={why.messages} what={what} onWhat={onWhat} titles={titles} />}
          <div className="why-rest">
            <FactsCard why={why} />
            <NearestCard before={why.before ?? null} after={why.after ?? null} titles={titles} />
          </div>
        </>
      )}
      <Raw data={why} />
    </Zone>
  );
}
