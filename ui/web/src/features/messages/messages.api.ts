import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { asked, type Filter } from '@/features/messages/filter.model';
import type { Message, MessagePage, Pages } from '@/features/messages/pages.model';

/** Rows of one page: few enough to come quickly, enough to scroll ahead of. */
const PAGE = 100;

export function fetchPage(filter: Filter, cursor: string | null, signal?: AbortSignal): Promise<MessagePage> {
  const query = { ...asked(filter, new Date()), limit: PAGE, ...(cursor === null ? {} : { cursor }) };
  return body(api.GET('/v1/messages', { params: { query }, ...(signal === undefined ? {} : { signal }) }));
}

export function fetchMessage(id: string, signal?: AbortSignal): Promise<Message> {
  return body(api.GET('/v1/messages/{id}', { params: { path: { id } }, ...(signal === undefined ? {} : { signal }) }));
}

/**
 * The list, as far as it is loaded; its further pages are appended by whoever scrolls. It is not asked
 * for anew by itself: whoever shows it keeps it fresh, row by row.
 */
export function messagesQuery(filter: Filter) {
  return queryOptions({
    queryKey: ['messages', 'list', filter] as const,
    queryFn: async ({ signal }): Promise<Pages> => ({
      pages: [await fetchPage(filter, null, signal)],
      cursors: [null],
    }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 10 * 60_000,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}
