import { lazy, Suspense, useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Drawn } from '@/features/overview/chart-option';
import { listOf, tonesOf, total, type Bar, type Span } from '@/features/overview/overview.model';
import { overviewTexts } from '@/features/overview/overview.texts';
import { count } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useBarTimes } from '@/features/overview/use-bar-times';
import { TableBox } from '@/shared/ui/table-box';

const HourChart = lazy(async () => ({ default: (await import('@/features/overview/hour-chart')).HourChart }));

/** When deliveries were made: as bars, and as a table for whoever does not see bars. */
export function Hours({ bars, span }: { bars: readonly Bar[]; span: Span }) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const times = useBarTimes(span);
  const title = t(span === '7d' ? 'chart.days' : 'chart.hours');
  const tones = useMemo(() => tonesOf(bars), [bars]);
  const drawn: Omit<Drawn, 'colour'> = useMemo(
    () => ({ bars, tones, name: (tone) => t(`tone.${tone}`), short: times.short, long: times.long }),
    [bars, tones, t, times],
  );
  const go = useCallback(
    (index: number) => {
      const bar = bars[index];
      if (bar !== undefined) {
        void navigate(within(bars, bar, times.length));
      }
    },
    [bars, navigate, times],
  );
  const peak = bars.toSorted((one, other) => total(other.counts) - total(one.counts))[0];
  const all = bars.reduce((sum, bar) => sum + total(bar.counts), 0);
  const label = t('chart.label', { title, count: all, peak: peak === undefined ? '' : times.long(peak.at) });
  return (
    <div>
      <h3>{title}</h3>
      <Suspense fallback={<div className="chart" />}>
        <HourChart label={label} drawn={drawn} onChosen={go} />
      </Suspense>
      <details>
        <summary>{t('chart.table')}</summary>
        <TableBox
          caption={title}
          heads={[
            { name: t(span === '7d' ? 'chart.day' : 'chart.hour') },
            ...tones.map((tone) => ({ name: t(`tone.${tone}`), figure: true })),
            { name: t('chart.all'), figure: true },
          ]}
        >
          {bars
            .filter((bar) => total(bar.counts) > 0)
            .map((bar) => (
              <tr key={bar.at.getTime()}>
                <th scope="row">
                  <Link to={within(bars, bar, times.length)}>{times.long(bar.at)}</Link>
                </th>
                {tones.map((tone) => (
                  <td key={tone} className="figure">
                    {count(bar.counts[tone], language)}
                  </td>
                ))}
                <td className="figure">{count(total(bar.counts), language)}</td>
              </tr>
            ))}
        </TableBox>
      </details>
    </div>
  );
}

function within(bars: readonly Bar[], bar: Bar, length: number): string {
  const next = bars[bars.indexOf(bar) + 1]?.at ?? new Date(bar.at.getTime() + length);
  return listOf({ from: bar.at.toISOString(), to: next.toISOString() });
}
