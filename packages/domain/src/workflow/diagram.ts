import { IMPORTANT_PENDING, LISTS } from './lists.ts';
import { phaseInfo, PHASES } from './phases.ts';
import { ENTRY_STATUS, statusInfo } from './statuses.ts';
import type { ActorCode, Transition } from './transition-types.ts';
import { TRANSITIONS } from './transitions.ts';

/** The state diagram of the workflow, drawn from the transition table: nothing in it is written by hand. */

const ACTORS: Readonly<Record<ActorCode, string>> = {
  PM: 'руководилац пројекта',
  CF: 'руководилац органа',
  AP: 'министарство финансија',
  ADM: 'администратор',
  VER: 'верификатор предлагача',
  IAP: 'овлашћено лице предлагача',
  MIN: 'министар',
  MEI: 'Министарство за европске интеграције',
  SEND: 'овлашћено лице предлагача',
  MEISEND: 'овлашћено лице предлагача',
  REQ: 'министарство или МЕИ',
  COM: 'секретар комисије',
};

/** One arrow: a step, and one of the states it can lead to. */
export interface Arrow {
  from: number;
  to: number;
  label: string;
  actors: string;
  /** Phase that opens, or to which the project returns. */
  opens: number | null;
}

function opened(transition: Transition, index: number): number | null {
  for (const effect of transition.outcomes[index]?.effects ?? []) {
    if (effect.kind === 'openPhase') return effect.phase;
    if (effect.kind === 'returnToReporting') return 5;
  }
  return null;
}

/** The status in which a project of the phase waits for its list: what a postponed one goes back to. */
function waitingOf(phase: number): number {
  return LISTS.find(({ pending }) => pending.phase === phase)?.pending.status ?? IMPORTANT_PENDING.status;
}

/** Arrows of a phase in the order of the table. */
export function arrowsOf(phase: number): Arrow[] {
  return TRANSITIONS.filter((transition) => transition.phase === phase).flatMap((transition) =>
    transition.outcomes.map((outcome, index) => ({
      from: transition.status,
      to: outcome.status === 'before' ? waitingOf(phase) : outcome.status,
      label: transition.label.sr,
      actors: [...new Set(transition.actors.map((actor) => ACTORS[actor]))].join(', '),
      opens: opened(transition, index),
    })),
  );
}

const label = (status: number) => statusInfo(status).label.sr;

/** The same as Mermaid text. */
export function mermaidOf(phase: number): string {
  const arrows = arrowsOf(phase);
  const states = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const lines = [
    'stateDiagram-v2',
    `  [*] --> s${ENTRY_STATUS}`,
    ...states.map((status) => `  s${status}: ${status} ${label(status)}`),
    ...arrows.map(({ from, to, label: step, opens }) => {
      const more = opens === null ? '' : ` (${phaseInfo(opens).title.sr})`;
      return `  s${from} --> s${to}: ${step}${more}`;
    }),
  ];
  return lines.join('\n');
}

const BOX = { width: 176, height: 46, gapX: 84, gapY: 26, margin: 16 } as const;

interface Place {
  x: number;
  y: number;
}

/** States in columns: how many steps they are from the entry, each column from above. */
function places(arrows: readonly Arrow[]): Map<number, Place> {
  const depth = new Map<number, number>([[ENTRY_STATUS, 0]]);
  let round = [ENTRY_STATUS];
  while (round.length > 0) {
    const next: number[] = [];
    for (const { from, to } of arrows) {
      if (!round.includes(from) || depth.has(to)) continue;
      depth.set(to, (depth.get(from) ?? 0) + 1);
      next.push(to);
    }
    round = next;
  }
  // A state that only a list or another phase leads to stands after the last column.
  const last = Math.max(...depth.values()) + 1;
  for (const { from, to } of arrows) for (const status of [from, to]) if (!depth.has(status)) depth.set(status, last);
  const filled = new Map<number, number>();
  return new Map(
    [...depth].map(([status, column]) => {
      const row = filled.get(column) ?? 0;
      filled.set(column, row + 1);
      return [
        status,
        { x: BOX.margin + column * (BOX.width + BOX.gapX), y: BOX.margin + row * (BOX.height + BOX.gapY) },
      ];
    }),
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function path(from: Place, to: Place): string {
  const [x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2];
  const [x2, y2] = [to.x, to.y + BOX.height / 2];
  if (to.x > from.x) return `M${x1} ${y1} C${x1 + 40} ${y1} ${x2 - 40} ${y2} ${x2} ${y2}`;
  // Back: out below, in from below.
  const [bx1, by1] = [from.x + BOX.width / 2, from.y + BOX.height];
  const [bx2, by2] = [to.x + BOX.width / 2 + 20, to.y + BOX.height];
  const low = Math.max(by1, by2) + 22;
  return `M${bx1} ${by1} C${bx1} ${low} ${bx2} ${low} ${bx2} ${by2}`;
}

/** A drawing of a phase: states as boxes, steps as numbered arrows; the numbers are those of the table beside it. */
export function svgOf(phase: number): string {
  const arrows = arrowsOf(phase);
  const at = places(arrows);
  const width = Math.max(...[...at.values()].map(({ x }) => x)) + BOX.width + BOX.margin;
  const height = Math.max(...[...at.values()].map(({ y }) => y)) + BOX.height + BOX.margin + 24;
  const boxes = [...at].map(([status, { x, y }]) => {
    const text = `${status} ${label(status)}`;
    const lines = text.length > 24 ? splitText(text) : [text];
    const spans = lines
      .map((line, index) => `<tspan x="${x + BOX.width / 2}" dy="${index === 0 ? 0 : 16}">${escape(line)}</tspan>`)
      .join('');
    const top = y + BOX.height / 2 + (lines.length > 1 ? -3 : 5);
    return `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/><text y="${top}">${spans}</text>`;
  });
  const lines = arrows.flatMap(({ from, to }, index) => {
    const [a, b] = [at.get(from), at.get(to)];
    if (!a || !b || from === to) return [];
    const forward = b.x > a.x;
    const mark = forward
      ? { x: a.x + BOX.width + 18, y: a.y + BOX.height / 2 + (b.y - a.y) * 0.12 }
      : { x: a.x + BOX.width / 2, y: a.y + BOX.height + 10 };
    return [
      `<path d="${path(a, b)}" marker-end="url(#tip)"/><circle cx="${mark.x}" cy="${mark.y}" r="9"/><text class="n" x="${mark.x}" y="${mark.y + 4}">${index + 1}</text>`,
    ];
  });
  const title = escape(phaseInfo(phase).title.sr);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="states" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>',
    `<g class="lines">${lines.join('')}</g><g class="boxes">${boxes.join('')}</g></svg>`,
  ].join('');
}

function splitText(text: string): string[] {
  const words = text.split(' ');
  const half = Math.ceil(text.length / 2);
  let first = '';
  while (words.length > 1 && first.length + (words[0]?.length ?? 0) <= half + 4) first += `${words.shift() ?? ''} `;
  return [first.trim(), words.join(' ')];
}

/** The help page of the workflow: a drawing and a table for each phase. */
export function workflowPage(): string {
  const parts = PHASES.map(({ id, title }) => {
    const rows = arrowsOf(id).map(({ from, to, label: step, actors, opens }, index) => {
      const after = opens === null ? label(to) : `${label(to)} → ${phaseInfo(opens).title.sr}`;
      return `| ${index + 1} | ${label(from)} | ${step} | ${actors} | ${after} |`;
    });
    return [
      `## ${title.sr}`,
      '',
      svgOf(id),
      '',
      '| бр. | стање | радња | ко | после тога |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n');
  });
  return [
    '# Ток пројекта',
    '',
    'Стања и радње сваке фазе, онако како их систем примењује. Број на стрелици је број радње у табели испод слике.',
    '',
    ...parts,
  ].join('\n');
}

/** The page for developers: the same as Mermaid. */
export function workflowDocument(): string {
  return [
    '# State diagram of the workflow',
    '',
    'Generated from `packages/domain/src/workflow/transitions.ts` by `npm run diagrams`. Do not edit.',
    '',
    ...PHASES.map(({ id, title }) => `## ${id} ${title.en}\n\n\`\`\`mermaid\n${mermaidOf(id)}\n\`\`\`\n`),
  ].join('\n');
}
