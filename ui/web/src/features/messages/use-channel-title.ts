import { useCallback } from 'react';
import { useChannelTitles } from '@/shared/api/channel-titles';
import { useSaid } from '@/shared/i18n/texts';

/** What a channel is called; its key as long as nobody knows. */
export function useChannelTitle(): (channel: string) => string {
  const titles = useChannelTitles();
  const said = useSaid();
  return useCallback(
    (channel) => {
      const title = titles[channel];
      return title === undefined ? channel : said(title);
    },
    [titles, said],
  );
}
