import { createElement, type ReactElement, type ReactNode } from 'react';

/**
 * Elements are made by calls, because Node runs these files as they are: it removes types, but does not compile JSX
 * (docs/decisions/0185-charts.md).
 */
export const h = createElement;

/** Colours of the look that charts use (tokens.css). */
export type Token =
  | 'surface'
  | 'subtle'
  | 'line'
  | 'line-strong'
  | 'field'
  | 'text'
  | 'text-2'
  | 'text-3'
  | 'accent'
  | 'accent-soft'
  | 'error'
  | 'warning'
  | 'good'
  | 'chip-commission-text'
  | 'chip-request-text';

/** Gives the colour of a token. */
export type Paint = (token: Token) => string;

/** On a page the theme decides. */
export const themed: Paint = (token) => `var(--p-${token})`;

/** The light theme as values, for papers, which know no variables. */
export const PRINT_COLORS: Readonly<Record<Token, string>> = {
  surface: '#ffffff',
  subtle: '#faf9f7',
  line: '#e5e2db',
  'line-strong': '#cfcac0',
  field: '#8e887d',
  text: '#1b2427',
  'text-2': '#535650',
  'text-3': '#686963',
  accent: '#0b5568',
  'accent-soft': '#e6f1f3',
  error: '#ae2d24',
  warning: '#7e5206',
  good: '#267343',
  'chip-commission-text': '#553c86',
  'chip-request-text': '#85380f',
};
export const printed: Paint = (token) => PRINT_COLORS[token];

/** Properties of every chart. Lengths are pixels of the drawing. */
export interface ChartProps {
  /** The name of the chart for people who cannot see it. */
  title: string;
  width: number;
  paint?: Paint;
}

export const FONT_SIZE = 12;
/** The mean width of a letter; a drawing on the server cannot measure text. */
const LETTER_WIDTH = 6.3;

/** Coordinates with one decimal: more cannot be seen and makes pages larger. */
export const at = (value: number): number => Math.round(value * 10) / 10;

/** The estimated width of a text. */
export const widthOf = (text: string): number => text.length * LETTER_WIDTH;

/** The text, cut where it would be wider. */
export function fitted(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${text.slice(0, Math.max(1, Math.floor(width / LETTER_WIDTH) - 1)).trimEnd()}…`;
}

/** Like `fitted`, but cut before the last word, which distinguishes similar names, if half of the width remains. */
export function fittedBeforeLast(text: string, width: number): string {
  const last = text.slice(Math.max(0, text.lastIndexOf(' ')));
  const rest = width - widthOf(last);
  if (widthOf(text) <= width || rest < width / 2) return fitted(text, width);
  return fitted(text.slice(0, -last.length), rest) + last;
}

interface LabelProps {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
  weight?: number;
  fill: string;
  /** The colour around letters drawn over lines. */
  halo?: string | undefined;
  children: string;
}

const HALO = 4;

/** A text in a chart, hidden from screen readers if the name of a mark already contains it. */
export function Label({ x, y, anchor = 'start', weight, fill, halo, children }: LabelProps): ReactElement {
  const around = halo !== undefined && {
    stroke: halo,
    strokeWidth: HALO,
    strokeLinejoin: 'round' as const,
    paintOrder: 'stroke',
  };
  return h(
    'text',
    {
      x: at(x),
      y: at(y),
      textAnchor: anchor,
      fill,
      fontWeight: weight,
      fontSize: FONT_SIZE,
      'aria-hidden': true,
      ...around,
    },
    children,
  );
}

/** The font of a drawing on a page; papers have fonts of their own. */
export const FONT_FAMILY = "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif";

interface FrameProps {
  title: string;
  width: number;
  height: number;
  children?: ReactNode;
}

/** The root of a drawing. Its size attributes reserve its place before styles are loaded; styles let it shrink. */
export function Frame({ title, width, height, children }: FrameProps): ReactElement {
  return h(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      className: 'chart',
      viewBox: `0 0 ${at(width)} ${at(height)}`,
      width: at(width),
      height: at(height),
      role: 'group',
      'aria-label': title,
      fontFamily: FONT_FAMILY,
    },
    children,
  );
}

interface MarkProps {
  /** The name and value of the mark. */
  label: string;
  href?: string | undefined;
  children?: ReactNode;
}

/** A part of a chart with a value: it can be focused, says the value, and may lead somewhere. */
export function Mark({ label, href, children }: MarkProps): ReactElement {
  const title = h('title', null, label);
  // A link is named by its title: screen readers skip other texts in it.
  if (href !== undefined) return h('a', { href, className: 'chart-mark' }, title, children);
  return h('g', { className: 'chart-mark', tabIndex: 0, role: 'img', 'aria-label': label }, title, children);
}

interface TipProps {
  x: number;
  y: number;
  /** Between these the tip stays. */
  width: number;
  text: string;
  paint: Paint;
}

const TIP_LINE = 16;
const TIP_PADDING = 12;

/** Splits a text into lines that fit its tip: a long name is above its value. */
function linesOf(text: string, width: number): string[] {
  const value = text.lastIndexOf(': ') + 1;
  if (widthOf(text) <= width || value === 0) return [fitted(text, width)];
  return [fitted(text.slice(0, value), width), text.slice(value + 1)];
}

/** The value of a mark, shown while the mark is pointed at or focused (charts.css). Papers never show it. */
export function Tip({ x, y, width, text, paint }: TipProps): ReactElement | null {
  if (paint === printed) return null;
  const lines = linesOf(text, width - TIP_PADDING);
  const own = Math.min(width, Math.max(...lines.map(widthOf)) + TIP_PADDING);
  const height = 4 + lines.length * TIP_LINE;
  const left = Math.min(Math.max(0, x - own / 2), width - own);
  const top = Math.max(0, y - 8 - height);
  return h(
    'g',
    { className: 'chart-tip', opacity: 0, pointerEvents: 'none', 'aria-hidden': true },
    h('rect', { x: at(left), y: at(top), width: at(own), height, rx: 3, fill: paint('text') }),
    h(
      'text',
      { textAnchor: 'middle', fontSize: FONT_SIZE, fill: paint('surface') },
      lines.map((line, index) =>
        h('tspan', { key: index, x: at(left + own / 2), y: at(top + 14 + index * TIP_LINE) }, line),
      ),
    ),
  );
}

/** A chart as large as its drawing, for a line of text or a cell; its title is its only name. */
export function smallChart(
  { title, width, height }: { title: string; width: number; height: number },
  ...drawing: ReactNode[]
): ReactElement {
  const attributes = { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': title };
  return h(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', className: 'chart', ...attributes },
    h('title', null, title),
    ...drawing,
  );
}
