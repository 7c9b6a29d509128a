import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { controlsTexts } from '@/shared/ui/controls.texts';
import { Loading } from '@/shared/ui/loading';
import { Trouble } from '@/shared/ui/trouble';
import '@/shared/ui/controls.css';

interface Portion<T> {
  items: T[];
  next_cursor?: string | null;
}

/** Cursor by cursor, as every list of the API goes on. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next_cursor?: string | null }): string | undefined => last.next_cursor ?? undefined,
};

/** Draws what has come of a list, with a button for more. */
export function Pages<T>({
  query,
  empty,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Portion<T>>>;
  empty: ReactNode;
  children: (items: T[]) => ReactNode;
}) {
  const t = useTexts(controlsTexts);
  const items = query.data?.pages.flatMap((portion) => portion.items);
  return (
    <>
      {query.error !== null && <Trouble error={query.error} onRetry={query.refetch} />}
      {query.isLoading && <Loading />}
      {items !== undefined && (items.length === 0 ? empty : children(items))}
      {query.hasNextPage && (
        <p>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
    </>
  );
}
