import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '@/shared/api/channels';
import type { Said } from '@/shared/i18n/texts';

export type Titles = Readonly<Record<string, Said>>;

const none: Titles = {};

/** Channels' names by their keys. A key that may not see channels goes without, and sees their keys. */
export function useChannelTitles(): Titles {
  const { data } = useQuery({
    ...channelsQuery,
    retry: false,
    select: (channels): Titles => Object.fromEntries(channels.map(({ key, title }) => [key, title])),
  });
  return data ?? none;
}
