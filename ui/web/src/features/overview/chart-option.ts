import type { BarSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { Bar } from '@/features/overview/overview.model';
import type { Tone } from '@/shared/ui/state-tag';

export type Option = ComposeOption<BarSeriesOption | GridComponentOption | TooltipComponentOption>;

/** What is drawn, in words and colours that are settled already. */
export interface Drawn {
  bars: readonly Bar[];
  /** From below. */
  tones: readonly Tone[];
  name: (tone: Tone) => string;
  /** Under a bar. */
  short: (at: Date) => string;
  /** Over what a bar consists of. */
  long: (at: Date) => string;
  colour: (variable: string) => string;
}

const dot = (colour: string) => `<i style="background:${colour}"></i>`;

function tip({ bars, tones, name, long, colour }: Drawn, index: number): string {
  const bar = bars[index];
  if (bar === undefined) {
    return '';
  }
  const lines = tones
    .toReversed()
    .filter((tone) => bar.counts[tone] > 0)
    .map((tone) => `<p>${dot(colour(tone))}${name(tone)}<b>${bar.counts[tone]}</b></p>`);
  return `<div class="chart-tip"><strong>${long(bar.at)}</strong>${lines.join('')}</div>`;
}

/** Stacked bars, without what the list beside it says already. */
export function optionOf(drawn: Drawn): Option {
  const { bars, tones, name, short, colour } = drawn;
  const soft = colour('soft');
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: 0, right: 4, top: 12, bottom: 0, outerBoundsMode: 'same' },
    xAxis: {
      type: 'category',
      data: bars.map((bar) => short(bar.at)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour('edge') } },
      axisLabel: { color: soft, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { color: soft },
      splitLine: { lineStyle: { color: colour('line') } },
    },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: colour('ink'), opacity: 0.06 } },
      confine: true,
      backgroundColor: colour('card'),
      borderColor: colour('line'),
      textStyle: { color: colour('ink'), fontSize: 13, fontFamily: 'inherit' },
      formatter: (hovered) => tip(drawn, (Array.isArray(hovered) ? hovered[0] : hovered)?.dataIndex ?? -1),
    },
    series: tones.map((tone) => ({
      type: 'bar' as const,
      stack: 'all',
      name: name(tone),
      data: bars.map((bar) => bar.counts[tone]),
      barCategoryGap: '25%',
      itemStyle: { color: colour(tone), borderColor: colour('card'), borderWidth: 0.5 },
      emphasis: { disabled: true },
      cursor: 'pointer',
    })),
  };
}
