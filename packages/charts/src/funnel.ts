import type { ReactElement } from 'react';
import type { ValueFormat } from './format.ts';
import { at, type ChartProps, fitted, Frame, h, Label, Mark, themed, widthOf } from './svg.ts';
import type { TableData } from './table.ts';

/** A stage that some of the stage before have reached. */
export interface Stage {
  key: string;
  label: string;
  value: number;
  /** How long it takes, say; written under the name. */
  note?: string;
  href?: string | undefined;
}

interface FunnelProps extends ChartProps {
  stages: readonly Stage[];
  format: ValueFormat;
}

/** The table of a funnel; `corner` names the stages, `value` their values and `note` the text below the names. */
export function funnelTable(
  { stages, format }: Pick<FunnelProps, 'stages' | 'format'>,
  { corner, value, note }: { corner: string; value: string; note: string },
): TableData {
  return {
    head: [corner, value, note],
    rows: stages.map((stage) => [stage.label, format.full(stage.value), stage.note ?? '']),
    hrefs: stages.map(({ href }) => href),
  };
}

const ROW = 56;
const BAR = 20;
const BAR_TOP = 20;

/** A funnel: the numbers that reach each stage, from top to bottom. */
export function Funnel({ title, width, stages, format, paint = themed }: FunnelProps): ReactElement {
  const most = Math.max(1, ...stages.map(({ value }) => value));
  const half = (value: number) => (Math.max(0, value) / most) * (width / 2);
  return h(
    Frame,
    { title, width, height: Math.max(1, stages.length) * ROW },
    stages.map(({ key, label, value, note, href }, index) => {
      const y = index * ROW;
      const text = format.full(value);
      const next = stages[index + 1];
      const [own, below] = [half(value), half(next?.value ?? value)];
      const middle = width / 2;
      const name = note === undefined ? label : `${label} · ${note}`;
      return h(
        Mark,
        { key, label: `${name}: ${text}`, href },
        h(Label, { x: 0, y: y + 14, fill: paint('text'), children: fitted(name, width - widthOf(text) - 12) }),
        h(Label, { x: width, y: y + 14, anchor: 'end', fill: paint('text-2'), weight: 600, children: text }),
        next &&
          h('path', {
            d: `M${at(middle - own)} ${y + BAR_TOP + BAR}L${at(middle + own)} ${y + BAR_TOP + BAR}L${at(middle + below)} ${y + ROW + BAR_TOP}L${at(middle - below)} ${y + ROW + BAR_TOP}Z`,
            fill: paint('accent-soft'),
          }),
        h('rect', {
          className: 'chart-shape',
          x: at(middle - Math.max(1, own)),
          y: y + BAR_TOP,
          width: at(Math.max(2, own * 2)),
          height: BAR,
          rx: 2,
          fill: paint('accent'),
        }),
      );
    }),
  );
}
