import { Page } from '@/shared/ui/page';

export function Component() {
  return <Page title="compose">…</Page>;
}
