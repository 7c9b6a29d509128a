import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { overviewKey } from '@/features/overview/overview.api';
import { throttled } from '@/features/overview/overview.model';
import { useMoved } from '@/shared/live/live';

const GAP = 4_000;

/** Asks for the overview anew when messages moved, without asking all the time when many do. */
export function useFresh(): void {
  const client = useQueryClient();
  const fresh = useMemo(() => throttled(() => void client.invalidateQueries({ queryKey: overviewKey }), GAP), [client]);
  useEffect(() => fresh.stop, [fresh]);
  useMoved(useCallback(() => fresh.ask(), [fresh]));
}
