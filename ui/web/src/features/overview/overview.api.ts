import { queryOptions } from '@tanstack/react-query';
import type { Overview, Span } from '@/features/overview/overview.model';
import { api, body, type Wire } from '@/shared/api/client';

const OFTEN = 15_000;

export const overviewKey = ['overview'] as const;

export const overviewQuery = (span: Span, from: string) =>
  queryOptions({
    queryKey: [...overviewKey, span, from] as const,
    queryFn: ({ signal }): Promise<Overview> => body(api.GET('/v1/overview', { signal, params: { query: { from } } })),
    refetchInterval: OFTEN,
    // an hour or a day later it is still the same question, where another span is another one
    placeholderData: (before, query) => (query?.queryKey[1] === span ? before : undefined),
  });

/** Of the last seven days, as the API counts when no time is named: receipts take their time. */
export const silentFailuresQuery = queryOptions({
  queryKey: ['silent-failures'],
  queryFn: ({ signal }): Promise<Wire['SilentFailuresView']> => body(api.GET('/v1/reports/silent-failures', { signal })),
  refetchInterval: 4 * OFTEN,
});
