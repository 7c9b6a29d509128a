import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { channelTitlesQuery } from '@/features/messages/messages.api';
import { useSaid } from '@/shared/i18n/texts';

/** What a channel is called; its key as long as nobody knows. */
export function useChannelTitle(): (channel: string) => string {
  const { data } = useQuery(channelTitlesQuery);
  const said = useSaid();
  return useCallback(
    (channel) => {
      const title = data?.[channel];
      return title === undefined ? channel : said(title);
    },
    [data, said],
  );
}
