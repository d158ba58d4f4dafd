import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { IMPORTANT_PENDING, LISTS } from '@pimis/domain/workflow/lists';
import { phaseInfo, PHASES } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS, statusInfo } from '@pimis/domain/workflow/statuses';
import type { ActorCode } from '@pimis/domain/workflow/actors';
import { phaseAfter } from '@pimis/domain/workflow/transition-types';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import { drawing } from './workflow-drawing.ts';
import { actorsTable, listsTable, pathsTable, stepsTable } from './workflow-tables.ts';

/** The state diagram of the workflow, drawn from the transition table: nothing in it is written by hand. */

/** Language of a page of the manual. */
export type PageLanguage = 'sr' | 'en';

export const ACTORS: Readonly<Record<ActorCode, BilingualText>> = {
  PM: { sr: 'руководилац пројекта', en: 'project manager' },
  CF: { sr: 'руководилац органа', en: 'head of the organization' },
  AP: { sr: 'Министарство финансија', en: 'Ministry of Finance' },
  ADM: { sr: 'администратор', en: 'administrator' },
  VER: { sr: 'верификатор предлагача', en: 'verifier of the proposer' },
  IAP: { sr: 'овлашћено лице предлагача', en: 'authorized person of the proposer' },
  MIN: { sr: 'министар', en: 'minister' },
  MEI: { sr: 'Министарство за европске интеграције', en: 'Ministry for European Integration' },
  SEND: { sr: 'овлашћено лице предлагача', en: 'authorized person of the proposer' },
  MEISEND: { sr: 'овлашћено лице предлагача', en: 'authorized person of the proposer' },
  REQ: { sr: 'Министарство финансија', en: 'Ministry of Finance' },
  COM: { sr: 'секретар комисије', en: 'secretary of the commission' },
};

/** One arrow: a step and one of its results. */
export interface Arrow {
  from: number;
  to: number;
  label: string;
  actors: string;
  /** Phase that opens, or to which the project returns. */
  opens: number | null;
}

/** The status in which a project waits for its list; a postponed one returns there. */
function waitingOf(phase: number): number {
  return LISTS.find(({ pending }) => pending.phase === phase)?.pending.status ?? IMPORTANT_PENDING.status;
}

/** Creating a list takes every waiting project before the commission. */
function listed(phase: number, language: PageLanguage): Arrow[] {
  const pending = [...LISTS.map((list) => list.pending), IMPORTANT_PENDING].filter((one) => one.phase === phase);
  return pending.map(({ status }) => ({
    from: status,
    to: PHASE_STATUS.waitingCommission,
    label: { sr: 'Стави на листу', en: 'Put on the list' }[language],
    actors: ACTORS.COM[language],
    opens: null,
  }));
}

/** Arrows of a phase: its lists, and its steps in the order of the table. */
export function arrowsOf(phase: number, language: PageLanguage = 'sr'): Arrow[] {
  return [...steps(phase, language), ...listed(phase, language)];
}

function steps(phase: number, language: PageLanguage): Arrow[] {
  return TRANSITIONS.filter((transition) => transition.phase === phase).flatMap((transition) =>
    transition.outcomes.map((outcome) => ({
      from: transition.status,
      to: outcome.status === 'before' ? waitingOf(phase) : outcome.status,
      label: transition.label[language],
      actors: [...new Set(transition.actors.map((actor) => ACTORS[actor][language]))].join(', '),
      opens: phaseAfter(outcome.effects),
    })),
  );
}

const label = (status: number, language: PageLanguage = 'sr') => statusInfo(status).label[language];

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

/** A drawing of a phase: states as boxes, steps as numbered arrows; the numbers are those of the table beside it. */
export function svgOf(phase: number, language: PageLanguage = 'sr'): Promise<string> {
  const arrows = arrowsOf(phase, language);
  // States near the entry come first; states that only another phase reaches come last.
  const states = new Set<number>([PHASE_STATUS.entry]);
  for (const state of states) for (const { from, to } of arrows) if (from === state) states.add(to);
  for (const { from, to } of arrows) states.add(from).add(to);
  return drawing(
    phaseInfo(phase).title[language],
    [...states].map((id) => ({ id, text: `${id} ${label(id, language)}` })),
    arrows.map(({ from, to }, index) => ({ from, to, number: index + 1 })),
  );
}

const WORDS = {
  sr: {
    title: '# Ток пројекта',
    intro:
      'Стања и радње сваке фазе, онако како их систем примењује. Број на стрелици је број радње у табели испод слике.',
    head: '| бр. | стање | радња | ко | после тога |',
  },
  en: {
    title: '# Course of a project',
    intro:
      'The states and actions of each phase. The number on an arrow is the number of the action in the table below the drawing.',
    head: '| no. | state | action | who | afterwards |',
  },
} as const;

/** The help page of the workflow: a drawing and a table for each phase. */
export async function workflowPage(language: PageLanguage = 'sr'): Promise<string> {
  const words = WORDS[language];
  const parts = PHASES.map(async ({ id, title }) => {
    const rows = arrowsOf(id, language).map(({ from, to, label: step, actors, opens }, index) => {
      const after =
        opens === null ? label(to, language) : `${label(to, language)} → ${phaseInfo(opens).title[language]}`;
      return `| ${index + 1} | ${label(from, language)} | ${step} | ${actors} | ${after} |`;
    });
    return [
      `## ${title[language]}`,
      '',
      await svgOf(id, language),
      '',
      words.head,
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n');
  });
  return [words.title, '', words.intro, '', ...(await Promise.all(parts))].join('\n');
}

/** The page for developers: tables of the transition table, and its diagrams as Mermaid. */
export function workflowDocument(): string {
  return [
    '# Workflow',
    '',
    'Generated from `packages/domain/src/workflow` by `npm run docs`. Do not edit.',
    '',
    'A project is in one phase and has one status of that phase. A step moves it to another status and has effects, all in',
    'one transaction. A row of the transition table lists the action of the call, the actors, and what the step needs:',
    'locked forms, fields of the call (comment, date), and guards. Past phases stay readable.',
    '',
    '## Phases and where a project starts',
    '',
    'A project from an earlier system also starts in project identification, with its earlier form. Corrections and',
    'rationalizations leave reporting and return to it.',
    '',
    pathsTable(),
    '',
    '## Who',
    '',
    actorsTable(),
    '',
    '## Commission',
    '',
    'A new list takes every project that waits for it, puts it before the commission and remembers its former status. The',
    'list keeps its projects as they were, with the decision on each. A project that reached the limit of considerations',
    'without a positive decision is left out until an administrator returns it to entry.',
    '',
    listsTable(),
    '',
    '## Finished, archived, merged',
    '',
    'An administrator finishes a pending project (its phase is then stopped), archives a finished one and takes it back. An',
    'archived project is read-only. Merging moves documents, observers and appropriations of one project to the one that',
    'stays, closes the phase of the other, archives it and links both in their activities. Nothing is deleted.',
    '',
    ...PHASES.map(
      ({ id, title }) => `## ${id} ${title.en}\n\n${stepsTable(id)}\n\n\`\`\`mermaid\n${mermaidOf(id)}\n\`\`\`\n`,
    ),
  ].join('\n');
}
