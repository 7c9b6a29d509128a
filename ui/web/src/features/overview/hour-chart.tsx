import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as withParts, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { optionOf, type Drawn } from '@/features/overview/chart-option';
import { useTheme } from '@/shared/theme/theme';

withParts([BarChart, GridComponent, TooltipComponent, SVGRenderer]);

interface Props {
  label: string;
  drawn: Omit<Drawn, 'colour'>;
  onChosen: (index: number) => void;
}

function colour(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${variable}`).trim();
}

/** It comes after the rest of the page: nobody waits for it to read the numbers. */
export function HourChart({ label, drawn, onChosen }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const chosen = useRef(onChosen);
  const { shade } = useTheme();
  useEffect(() => {
    if (place.current === null) {
      return undefined;
    }
    const made = init(place.current, null, { renderer: 'svg' });
    chart.current = made;
    made.on('click', ({ dataIndex }) => chosen.current(dataIndex));
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, []);
  // by then the document has the colours of the shade
  useEffect(() => {
    chosen.current = onChosen;
    chart.current?.setOption(optionOf({ ...drawn, colour }), { notMerge: true });
  }, [drawn, onChosen, shade]);
  return <div ref={place} className="chart" role="img" aria-label={label} />;
}
