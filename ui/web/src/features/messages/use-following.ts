import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Filter } from '@/features/messages/filter.model';
import { Follower, type Followed, type Seen } from '@/features/messages/follower';
import { fetchMessage, fetchPage, messagesQuery } from '@/features/messages/messages.api';
import { useMoved } from '@/shared/live/live';

const REST = 1_000;

interface Following {
  /** How many messages came and wait. */
  waiting: number;
  letIn: () => void;
  /** To be told what is on the screen; at the top, what waits comes in. */
  onSee: (part: Partial<Seen>) => void;
  refresh: () => void;
}

/** Keeps the list of a filter fresh as long as it is shown. */
export function useFollowing(filter: Filter): Following {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(0);
  const follower = useMemo(() => new Follower(listOf(client, filter, setWaiting)), [client, filter]);
  useEffect(() => {
    follower.start();
    return () => {
      follower.stop();
      setWaiting(0);
    };
  }, [follower]);
  useMoved(follower.moved);
  return { waiting, onSee: follower.see, letIn: follower.letIn, refresh: follower.refresh };
}

function listOf(client: QueryClient, filter: Filter, onWaiting: (count: number) => void): Followed {
  const { queryKey } = messagesQuery(filter);
  return {
    read: () => client.getQueryData(queryKey),
    write: (pages) => client.setQueryData(queryKey, pages),
    one: (id) => fetchMessage(id),
    page: (cursor) => fetchPage(filter, cursor),
    onWaiting,
    rest: () => new Promise((done) => setTimeout(done, REST)),
  };
}
