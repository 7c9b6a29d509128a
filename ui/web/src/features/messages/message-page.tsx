import { Page } from '@/shared/ui/page';

export function Component() {
  return <Page title="message">…</Page>;
}
