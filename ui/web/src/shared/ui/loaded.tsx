import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from '@/shared/ui/loading';
import { Trouble } from '@/shared/ui/trouble';

/** Draws a question's answer, or that it is loading, or why it did not come. Old data stays drawn. */
export function Loaded<T>({
  query,
  children,
  rows = 4,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
  rows?: number;
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.error !== null && <Trouble error={query.error} onRetry={query.refetch} />}
        {children(query.data)}
      </>
    );
  }
  if (query.error !== null) {
    return <Trouble error={query.error} onRetry={query.refetch} />;
  }
  return <Loading rows={rows} />;
}
