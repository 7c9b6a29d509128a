import { queryOptions } from '@tanstack/react-query';
import { api, body, type Wire } from '@/shared/api/client';

export type Channel = Wire['ChannelView'];
export type Account = Wire['AccountView'];

/** What is installed changes with a start of the platform alone. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: async ({ signal }): Promise<Channel[]> => (await body(api.GET('/v1/channels', { signal }))).items,
  staleTime: 5 * 60_000,
});

/** All accounts, newest first; a tenant has few. */
export const accountsQuery = queryOptions({
  queryKey: ['channel-accounts'],
  queryFn: async ({ signal }): Promise<Account[]> => {
    const all: Account[] = [];
    let cursor: string | undefined;
    do {
      const page = await body(api.GET('/v1/channel-accounts', { signal, params: { query: { limit: 200, cursor } } }));
      all.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  },
});
