import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { AttentionCard } from '@/features/overview/attention-card';
import { DeliveriesCard } from '@/features/overview/deliveries-card';
import { FirstSteps } from '@/features/overview/first-steps';
import { overviewQuery } from '@/features/overview/overview.api';
import { begin, spanOf, spans, type Overview, type Span } from '@/features/overview/overview.model';
import { overviewTexts } from '@/features/overview/overview.texts';
import { SilentCard } from '@/features/overview/silent-card';
import { useFresh } from '@/features/overview/use-fresh';
import { BacklogCard, HeldCard } from '@/features/overview/waiting-cards';
import { useChannelTitles } from '@/shared/api/channel-titles';
import { useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Page } from '@/shared/ui/page';
import { useNow } from '@/shared/ui/use-now';
import '@/features/overview/overview.css';

/** Where everything stands, for whoever looks for a minute. */
export function Component() {
  const t = useTexts(overviewTexts);
  const [search] = useSearchParams();
  const span = spanOf(search.get('span'));
  const now = useNow();
  const since = begin(span, now).toISOString();
  const query = useQuery(overviewQuery(span, since));
  useFresh();
  return (
    <Page title={t('title')} lead={t('lead')} actions={<Spans now={span} />}>
      <Loaded query={query} rows={8}>
        {(overview) => <Drawn overview={overview} span={span} />}
      </Loaded>
    </Page>
  );
}

function Drawn({ overview, span }: { overview: Overview; span: Span }) {
  const titles = useChannelTitles();
  const started = overview.first_steps.accepted;
  return (
    <>
      {started ? <DeliveriesCard overview={overview} span={span} from={new Date(overview.from)} /> : <FirstSteps done={overview.first_steps} />}
      <div className="overview-rest">
        {(started || overview.attention.length > 0) && (
          <div className="stack">
            <AttentionCard groups={overview.attention} since={overview.from} titles={titles} />
            {started && <SilentCard />}
          </div>
        )}
        <div className="stack overview-side">
          {(started || overview.backlog.due > 0) && <BacklogCard overview={overview} />}
          {(started || overview.held.length > 0) && <HeldCard held={overview.held} />}
        </div>
      </div>
    </>
  );
}

function Spans({ now }: { now: Span }) {
  const t = useTexts(overviewTexts);
  return (
    <nav aria-label={t('span')}>
      <ul className="spans">
        {spans.map((span) => (
          <li key={span}>
            <Link to={span === 'today' ? '/' : `/?span=${span}`} aria-current={span === now ? 'true' : undefined}>
              {t(`span.${span}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
