import { IMPORTANT_PENDING, LISTS } from '@pimis/domain/workflow/lists';
import { phaseInfo, PHASES } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS, statusInfo } from '@pimis/domain/workflow/statuses';
import { type ActorCode, phaseAfter } from '@pimis/domain/workflow/transition-types';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import { actorsTable, listsTable, pathsTable, stepsTable } from './workflow-tables.ts';

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
  REQ: 'министарство финансија',
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

/** The status in which a project of the phase waits for its list: what a postponed one goes back to. */
function waitingOf(phase: number): number {
  return LISTS.find(({ pending }) => pending.phase === phase)?.pending.status ?? IMPORTANT_PENDING.status;
}

/** Creating a list takes every project that waits for it before the commission. */
function listed(phase: number): Arrow[] {
  const pending = [...LISTS.map((list) => list.pending), IMPORTANT_PENDING].filter((one) => one.phase === phase);
  return pending.map(({ status }) => ({
    from: status,
    to: PHASE_STATUS.waitingCommission,
    label: 'Стави на листу',
    actors: ACTORS.COM,
    opens: null,
  }));
}

/** Arrows of a phase: its lists, and its steps in the order of the table. */
export function arrowsOf(phase: number): Arrow[] {
  return [...steps(phase), ...listed(phase)];
}

function steps(phase: number): Arrow[] {
  return TRANSITIONS.filter((transition) => transition.phase === phase).flatMap((transition) =>
    transition.outcomes.map((outcome) => ({
      from: transition.status,
      to: outcome.status === 'before' ? waitingOf(phase) : outcome.status,
      label: transition.label.sr,
      actors: [...new Set(transition.actors.map((actor) => ACTORS[actor]))].join(', '),
      opens: phaseAfter(outcome.effects),
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
    `  [*] --> s${PHASE_STATUS.entry}`,
    ...states.map((status) => `  s${status}: ${status} ${label(status)}`),
    ...arrows.map(({ from, to, label: step, opens }) => {
      const more = opens === null ? '' : ` (${phaseInfo(opens).title.sr})`;
      return `  s${from} --> s${to}: ${step}${more}`;
    }),
  ];
  return lines.join('\n');
}

const BOX = { width: 184, height: 42, gapX: 36, gapY: 44, margin: 70 } as const;

interface Place {
  x: number;
  y: number;
}

/** States in rows: how many steps they are from the entry, each row from the left. */
function places(arrows: readonly Arrow[]): Map<number, Place> {
  const depth = new Map<number, number>([[PHASE_STATUS.entry, 0]]);
  let round: number[] = [PHASE_STATUS.entry];
  while (round.length > 0) {
    const next: number[] = [];
    for (const { from, to } of arrows) {
      if (!round.includes(from) || depth.has(to)) continue;
      depth.set(to, (depth.get(from) ?? 0) + 1);
      next.push(to);
    }
    round = next;
  }
  // A state that only another phase leads to stands in the last row.
  const last = Math.max(...depth.values()) + 1;
  for (const { from, to } of arrows) for (const status of [from, to]) if (!depth.has(status)) depth.set(status, last);
  const filled = new Map<number, number>();
  return new Map(
    [...depth].map(([status, row]) => {
      const column = filled.get(row) ?? 0;
      filled.set(row, column + 1);
      return [status, { x: BOX.margin + column * (BOX.width + BOX.gapX), y: 16 + row * (BOX.height + BOX.gapY) }];
    }),
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function path(from: Place, to: Place): string {
  const middle = BOX.width / 2;
  if (to.y > from.y) {
    const [x1, y1, x2] = [from.x + middle, from.y + BOX.height, to.x + middle];
    return `M${x1} ${y1} C${x1} ${y1 + 26} ${x2} ${to.y - 26} ${x2} ${to.y}`;
  }
  if (to.y === from.y) {
    const [x1, x2] = to.x > from.x ? [from.x + BOX.width, to.x] : [from.x, to.x + BOX.width];
    return `M${x1} ${from.y + BOX.height / 2} L${x2} ${to.y + BOX.height / 2}`;
  }
  // Back up: along the left side.
  const [y1, y2] = [from.y + BOX.height / 2 + 8, to.y + BOX.height / 2 + 8];
  const left = Math.min(from.x, to.x) - 20 - Math.min(40, (y1 - y2) / 12);
  return `M${from.x} ${y1} C${left} ${y1} ${left} ${y2} ${to.x} ${y2}`;
}

/** Where the number of an arrow stands: near its beginning, those of one state beside each other. */
function markOf(from: Place, to: Place, nth: number): Place {
  if (to.y > from.y) return { x: from.x + BOX.width / 2 + nth * 21 - 10, y: from.y + BOX.height + 13 };
  return { x: from.x - 12, y: from.y + 10 + nth * 12 };
}

/** A drawing of a phase: states as boxes, steps as numbered arrows; the numbers are those of the table beside it. */
export function svgOf(phase: number): string {
  const arrows = arrowsOf(phase);
  const at = places(arrows);
  const width = Math.max(...[...at.values()].map(({ x }) => x)) + BOX.width + 24;
  const height = Math.max(...[...at.values()].map(({ y }) => y)) + BOX.height + 20;
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
    const before = arrows.slice(0, index).filter((other) => {
      const end = at.get(other.to);
      return other.from === from && other.to !== from && end !== undefined && end.y > a.y === b.y > a.y;
    });
    const mark = markOf(a, b, before.length);
    return [
      `<path d="${path(a, b)}" marker-end="url(#tip)"/><circle cx="${mark.x}" cy="${mark.y}" r="9"/><text class="n" x="${mark.x}" y="${mark.y + 4}">${index + 1}</text>`,
    ];
  });
  const title = escape(phaseInfo(phase).title.sr);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="states" style="max-width:${width}px" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
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

/** The page for developers: tables of the transition table, and its diagrams as Mermaid. */
export function workflowDocument(): string {
  return [
    '# Workflow',
    '',
    'Generated from `packages/domain/src/workflow` by `npm run docs`. Do not edit.',
    '',
    'A project stands in one phase, at one status of it. A step leads from there to another status and has effects, all in',
    'one transaction. A row of the transition table names the step by the action of a call, its actors and what it needs:',
    'locked forms, fields of the call (comment, date), and guards. Past phases stay readable.',
    '',
    '## Phases and where a project starts',
    '',
    'A project that came from an earlier system starts in project identification too, with the form that it had.',
    'Corrections and rationalizations leave reporting and come back to it.',
    '',
    pathsTable(),
    '',
    '## Who',
    '',
    actorsTable(),
    '',
    '## Commission',
    '',
    'Creating a list takes every project that waits for it before the commission and remembers the status it came from. A',
    'list keeps its projects as they were, and what was decided on each. A project that was there as often as it may be',
    'without a yes is left out until an administrator returns it to entry.',
    '',
    listsTable(),
    '',
    '## Finished, archived, merged',
    '',
    'An administrator finishes a pending project (its phase is then stopped), archives a finished one and takes it back. An',
    'archived project is read-only. Merging moves documents, observers and appropriations of one project to the one that',
    'stays, archives the other and links both in their activities. Nothing is deleted.',
    '',
    ...PHASES.map(
      ({ id, title }) => `## ${id} ${title.en}\n\n${stepsTable(id)}\n\n\`\`\`mermaid\n${mermaidOf(id)}\n\`\`\`\n`,
    ),
  ].join('\n');
}
