import type { ReactElement } from 'react';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { at, type ChartProps, fitted, Frame, h, Label, Mark, themed, widthOf } from './svg.ts';
import type { TableData } from './table.ts';

/** A stage that some of the stage before have reached. */
export interface Stage {
  key: string;
  label: string;
  value: number;
  /** A text below the name, for example the duration. */
  note?: string;
  href?: string | undefined;
}

interface StageBarsProps extends ChartProps {
  stages: readonly Stage[];
  format: ValueFormat;
}

/** The table of stages; `corner` names the stages, `value` their values and `note` the text below the names. */
export function stageTable(
  { stages, format }: Pick<StageBarsProps, 'stages' | 'format'>,
  { corner, value, note }: { corner: string; value: string; note: string },
): TableData {
  return {
    head: [corner, value, note],
    rows: stages.map((stage) => [stage.label, format.full(stage.value), stage.note ?? '']),
    hrefs: stages.map(({ href }) => href),
  };
}

const ROW = 42;
const BAR = 14;
const BAR_TOP = 20;

/** The numbers that reach each stage, as horizontal bars in the order of the stages. */
export function StageBars({ title, width, stages, format, paint = themed }: StageBarsProps): ReactElement {
  const scale = valueScale(
    stages.map(({ value }) => value),
    0,
    width,
  );
  return h(
    Frame,
    { title, width, height: Math.max(1, stages.length) * ROW },
    stages.map(({ key, label, value, note, href }, index) => {
      const y = index * ROW;
      const text = format.full(value);
      const name = note === undefined ? label : `${label} · ${note}`;
      return h(
        Mark,
        { key, label: `${name}: ${text}`, href },
        h('rect', { x: 0, y, width: at(width), height: ROW, fill: 'none', pointerEvents: 'all' }),
        h(Label, { x: 0, y: y + 14, fill: paint('text'), children: fitted(name, width - widthOf(text) - 12) }),
        h(Label, { x: width, y: y + 14, anchor: 'end', fill: paint('text-2'), weight: 600, children: text }),
        h('rect', { x: 0, y: y + BAR_TOP, width: at(width), height: BAR, rx: 2, fill: paint('line') }),
        value > 0 &&
          h('rect', {
            className: 'chart-shape',
            x: 0,
            y: y + BAR_TOP,
            width: at(Math.max(2, scale(value))),
            height: BAR,
            rx: 2,
            fill: paint('accent'),
          }),
      );
    }),
  );
}
