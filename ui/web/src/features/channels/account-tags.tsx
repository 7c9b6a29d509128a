import { channelsTexts } from '@/features/channels/channels.texts';
import type { Account } from '@/shared/api/channels';
import { useTexts } from '@/shared/i18n/texts';
import { SandboxMark, Tag } from '@/shared/ui/state-tag';

/** Whether an account is on, and whether it is a sandbox. */
export function AccountTags({ account }: { account: Account }) {
  const t = useTexts(channelsTexts);
  return (
    <span>
      <Tag tone={account.enabled ? 'sent' : 'none'}>{t(account.enabled ? 'on' : 'off')}</Tag>
      {account.sandbox && <SandboxMark />}
    </span>
  );
}
