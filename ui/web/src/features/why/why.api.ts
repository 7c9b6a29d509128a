import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Question, Why } from '@/features/why/why.model';
import { api, body } from '@/shared/api/client';

/** Nothing is asked before there is a question. */
export const whyQuery = (question: Question | undefined) =>
  queryOptions({
    queryKey: ['why', question] as const,
    queryFn: question === undefined ? skipToken : ({ signal }) => why(question, signal),
    staleTime: 30_000,
  });

function why({ recipient, at, within }: Question, signal: AbortSignal): Promise<Why> {
  const asked = { path: { external_id: recipient }, query: { at, within } };
  return body(api.GET('/v1/recipients/{external_id}/why', { signal, params: asked }));
}
