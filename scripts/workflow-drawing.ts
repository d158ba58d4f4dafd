import { createRequire } from 'node:module';
import type { ELK, ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api.js';

// elkjs is a CommonJS module whose types do not fit an ES import.
const Elk = createRequire(import.meta.url)('elkjs') as new () => ELK;
const elk = new Elk();

/** Draws states and numbered arrows; ELK computes the layout. */

export interface DrawnState {
  id: number;
  text: string;
}

export interface DrawnArrow {
  from: number;
  to: number;
  number: number;
}

const BOX = { width: 184, height: 42 } as const;
const MARK = 20;
const LINE = 16;
/** How many letters fit into a box; longer texts have two lines. */
const LETTERS = 21;
const BEND = 6;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '32',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  // An arrow to an earlier state points backwards.
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
} as const;

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function linesOf(text: string): string[] {
  if (text.length <= LETTERS) return [text];
  const words = text.split(' ');
  const half = Math.ceil(text.length / 2);
  let first = '';
  while (words.length > 1 && first.length + (words[0]?.length ?? 0) <= half + 4) first += `${words.shift() ?? ''} `;
  return [first.trim(), words.join(' ')];
}

/** Arrows between the same two states share a line with all their numbers. */
function edgesOf(arrows: readonly DrawnArrow[]): ElkExtendedEdge[] {
  const numbers = new Map<string, number[]>();
  for (const { from, to, number } of arrows) {
    if (from === to) continue;
    const id = `${from}-${to}`;
    numbers.set(id, [...(numbers.get(id) ?? []), number]);
  }
  return [...numbers].map(([id, own]) => {
    const [from = '', to = ''] = id.split('-');
    const layoutOptions = { 'elk.edgeLabels.inline': 'true' };
    const label = { text: own.join(' '), width: own.length * MARK, height: MARK, layoutOptions };
    return { id, sources: [from], targets: [to], labels: [label] };
  });
}

const round = (value = 0) => Math.round(value * 10) / 10;

/** A line through the points, its corners rounded. */
function pathOf(points: readonly ElkPoint[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (!before) return `M${round(point.x)} ${round(point.y)}`;
      if (!after) return `L${round(point.x)} ${round(point.y)}`;
      const near = (other: ElkPoint) => {
        const length = Math.hypot(other.x - point.x, other.y - point.y);
        const share = length === 0 ? 0 : Math.min(BEND, length / 2) / length;
        return `${round(point.x + (other.x - point.x) * share)} ${round(point.y + (other.y - point.y) * share)}`;
      };
      return `L${near(before)}Q${round(point.x)} ${round(point.y)} ${near(after)}`;
    })
    .join('');
}

function arrow({ sections = [], labels = [] }: ElkExtendedEdge): { line: string; marks: string } {
  const line = sections
    .map(({ startPoint, bendPoints = [], endPoint }) => {
      return `<path d="${pathOf([startPoint, ...bendPoints, endPoint])}" marker-end="url(#tip)"/>`;
    })
    .join('');
  const marks = labels.flatMap(({ text = '', x = 0, y = 0 }) =>
    text.split(' ').map((number, index) => {
      const [left, top] = [round(x + (index + 0.5) * MARK), round(y + MARK / 2)];
      return `<circle cx="${left}" cy="${top}" r="9"/><text class="n" x="${left}" y="${round(top + 4)}">${number}</text>`;
    }),
  );
  return { line, marks: marks.join('') };
}

function box({ x = 0, y = 0 }: ElkNode, text: string): string {
  const lines = linesOf(text);
  const middle = round(x + BOX.width / 2);
  const spans = lines.map(
    (line, index) => `<tspan x="${middle}" dy="${index === 0 ? 0 : LINE}">${escape(line)}</tspan>`,
  );
  const top = round(y + BOX.height / 2 + (lines.length > 1 ? -3 : 5));
  const place = `x="${round(x)}" y="${round(y)}" width="${BOX.width}" height="${BOX.height}"`;
  return `<rect ${place} rx="6"/><text y="${top}">${spans.join('')}</text>`;
}

/**
 * The drawing as SVG. States keep the given order where the layout allows, so that the same input gives the same
 * drawing.
 */
export async function drawing(
  title: string,
  states: readonly DrawnState[],
  arrows: readonly DrawnArrow[],
): Promise<string> {
  const laid = await elk.layout<ElkNode>({
    id: 'drawing',
    layoutOptions: OPTIONS,
    children: states.map(({ id }) => ({ id: String(id), ...BOX })),
    edges: edgesOf(arrows),
  });
  const [width, height] = [Math.ceil(laid.width ?? 0), Math.ceil(laid.height ?? 0)];
  const drawn = (laid.edges ?? []).map(arrow);
  const boxes = (laid.children ?? []).map((node, index) => box(node, states[index]?.text ?? ''));
  return [
    // In the size of the layout: a drawing wider than the page scrolls and stays readable.
    `<div class="states" tabindex="0"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
    '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>',
    `<g class="lines">${drawn.map(({ line }) => line).join('')}${drawn.map(({ marks }) => marks).join('')}</g>`,
    `<g class="boxes">${boxes.join('')}</g></svg></div>`,
  ].join('');
}
