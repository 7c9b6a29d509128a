import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Filter } from '@/features/messages/filter.model';
import { fetchPage, messagesQuery } from '@/features/messages/messages.api';
import { appended, nextCursor, rowsOf, type Message } from '@/features/messages/pages.model';

export interface List {
  rows: readonly Message[] | undefined;
  /** Why the list did not come, or its next page. */
  error: Error | null;
  again: () => void;
  /** What is shown belongs to the filter before. */
  old: boolean;
  hasMore: boolean;
  more: () => void;
}

/** The messages of a filter, as far as they were scrolled to. */
export function useList(filter: Filter): List {
  const client = useQueryClient();
  const query = useQuery(messagesQuery(filter));
  const { data, isPlaceholderData: old } = query;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (cursor: string) => fetchPage(filter, cursor),
    onSuccess: (page, cursor) => {
      client.setQueryData(messagesQuery(filter).queryKey, (pages) => pages && appended(pages, cursor, page));
    },
  });
  const rows = useMemo(() => (data === undefined ? undefined : rowsOf(data)), [data]);
  const cursor = data === undefined || old ? null : nextCursor(data);
  const more = useCallback(() => {
    if (cursor !== null && !isPending && error === null) {
      mutate(cursor);
    }
  }, [cursor, isPending, error, mutate]);
  const again = () => (query.error === null ? reset() : void query.refetch());
  return { rows, error: query.error ?? error, again, old, hasMore: cursor !== null, more };
}
