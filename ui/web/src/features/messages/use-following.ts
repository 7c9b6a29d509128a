import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import type { Filter } from '@/features/messages/filter.model';
import { Follower, type Followed } from '@/features/messages/follower';
import { fetchMessage, fetchPage, messagesQuery } from '@/features/messages/messages.api';
import { useMoved } from '@/shared/live/live';

const REST = 1_000;

/** Which rows are on the screen. */
export type Seen = ReturnType<Followed['seen']>;

interface Following {
  /** How many messages came and wait. */
  waiting: number;
  letIn: () => void;
  refresh: () => void;
}

/** Keeps the list of a filter fresh as long as it is shown. */
export function useFollowing(filter: Filter, seen: RefObject<Seen>): Following {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(0);
  const follower = useMemo(() => new Follower(listOf(client, filter, seen, setWaiting)), [client, filter, seen]);
  useEffect(() => {
    follower.start();
    return () => {
      follower.stop();
      setWaiting(0);
    };
  }, [follower]);
  useMoved(follower.moved);
  return { waiting, letIn: follower.letIn, refresh: follower.refresh };
}

function listOf(
  client: QueryClient,
  filter: Filter,
  seen: RefObject<Seen>,
  onWaiting: (count: number) => void,
): Followed {
  const { queryKey } = messagesQuery(filter);
  return {
    read: () => client.getQueryData(queryKey),
    write: (pages) => client.setQueryData(queryKey, pages),
    one: (id) => fetchMessage(id),
    page: (cursor) => fetchPage(filter, cursor),
    seen: () => seen.current,
    onWaiting,
    rest: () => new Promise((done) => setTimeout(done, REST)),
  };
}
