import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '@/shared/api/channels';
import { useSaid } from '@/shared/i18n/texts';

/** What a channel is called; its key until that is known. */
export function useChannelName(): (key: string) => string {
  const say = useSaid();
  const channels = useQuery(channelsQuery);
  return (key) => {
    const channel = channels.data?.find((each) => each.key === key);
    return channel === undefined ? key : say(channel.title);
  };
}
