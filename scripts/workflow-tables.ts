import { ADMINISTRATION_ORGANIZATION, MEI_ORGANIZATION } from '@pimis/domain/constants';
import { ACTORS, type Actor } from '@pimis/domain/workflow/actors';
import { IMPORTANT_PENDING, LISTS } from '@pimis/domain/workflow/lists';
import { guardOf } from '@pimis/domain/workflow/guard-records';
import { inSentenceCase } from '@pimis/domain/text/sentence-case';
import { formOfPhase, phaseInfo, phasePath, type ProjectKind } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import {
  type Effect,
  NEEDS_FOREIGN_FUNDS,
  type Needs,
  type Outcome,
  type OutcomeCondition,
} from '@pimis/domain/workflow/transition-types';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import { table } from './markdown-table.ts';

/** The tables of docs/workflow.md, from the data with which the server decides. */

const SIDES: Readonly<Record<Actor['side'], string>> = {
  own: "the project's own organization",
  proposer: "the proposer's organization",
  administration: `the ministry's administration (${ADMINISTRATION_ORGANIZATION})`,
  mei: `the ministry for European integration (${MEI_ORGANIZATION})`,
};

const ADMINS: Readonly<Record<Actor['admins'], string>> = {
  pass: 'pass',
  asOthers: 'like everybody else',
  never: 'never',
};

const CONDITIONS: Readonly<Record<OutcomeCondition, string>> = {
  typeInRealization: 'type 1',
  typeNotInRealization: 'types 2 and 3',
  closedQuarter: 'a quarter is closed',
  noClosedQuarter: 'no quarter is closed',
};

const EFFECTS: Readonly<Record<Exclude<Effect['kind'], 'openPhase'>, string>> = {
  unlockForms: 'forms of the round open again',
  approveForms: 'forms of the round are approved',
  returnToReporting: 'back to reporting',
  finishProject: 'the project is finished',
  commissionYes: "the commission's acceptance is recorded",
  countCommissionAttempt: 'the attempt is counted',
  resetCommissionCount: 'the count of attempts starts again',
  clearImportantList: 'the chosen list is cleared',
  settleForeignFunds: 'the answer on EU funds is settled',
  keepMeiOpinion: 'the opinion is recorded',
  freezeInitialPlan: 'the initial plan is frozen',
  planTakesEffect: 'the corrected plan takes effect',
  recordIndicators: 'indicators are recorded',
  addQuarter: 'the next quarterly report opens',
  endReporting: 'reporting ends',
};

const KINDS: readonly (ProjectKind & { name: string })[] = [
  { name: 'type 3, new (the usual one)', type: 3, important: false },
  { name: 'of special importance, any type', type: 3, important: true },
  { name: 'type 2, in preparation', type: 2, important: false },
  { name: 'type 1, in realization', type: 1, important: false },
];

function needsText({ lock, comment, date, postponedDate, guards = [] }: Needs): string {
  const inputs = { 'forms locked': lock, comment, date, 'postponed date': postponedDate };
  const named = Object.entries(inputs).flatMap(([name, asked]) => (asked ? [name] : []));
  return [...named, ...guards.map((guard) => inSentenceCase(guardOf(guard).condition.en))].join('; ');
}

function effectText(effect: Effect): string {
  return effect.kind === 'openPhase' ? `phase ${effect.phase} opens` : EFFECTS[effect.kind];
}

function outcomeText({ when, status, effects }: Outcome): string {
  const to = status === 'before' ? 'the status it came from' : `${status} ${statusInfo(status).label.en}`;
  return [when ? `${CONDITIONS[when]}: ${to}` : to, ...effects.map(effectText)].join('; ');
}

/** The users who may take a step: the claim, the organization of its holder, and the rights of admins. */
export function actorsTable(): string {
  return table(
    ['actor', 'claim', 'people of', 'admins', ''],
    Object.entries(ACTORS).map(([code, { claim, side, anywhere, admins, notSender }]) => [
      code,
      claim,
      anywhere ? `any organization, usually ${SIDES[side]}` : SIDES[side],
      ADMINS[admins],
      notSender ? 'except the sender' : '',
    ]),
  );
}

/** The main path of each kind of project, with the form that it begins with. */
export function pathsTable(): string {
  return table(
    ['project', 'phases', 'first form'],
    KINDS.map(({ name, ...kind }) => {
      const path = phasePath(kind);
      const first = path[0];
      return [
        name,
        path.map((phase) => `${phase} ${phaseInfo(phase).title.en}`).join(' → '),
        first === undefined ? '' : formOfPhase(first, kind),
      ];
    }),
  );
}

/** The commission's lists in the order of their tabs. */
export function listsTable(): string {
  return table(
    ['type', 'list', 'projects that wait for it'],
    LISTS.map(({ type, title, pending, takesImportant }) => [
      String(type),
      `${title.en} / ${title.sr}`,
      `phase ${pending.phase}, status ${pending.status}${takesImportant ? `; phase ${IMPORTANT_PENDING.phase}, status ${IMPORTANT_PENDING.status}, if an administrator chose this list` : ''}`,
    ]),
  );
}

/** The steps of a phase: one row for each entry of the transition table. */
export function stepsTable(phase: number): string {
  return table(
    ['status', 'action', 'step', 'actors', 'needs', 'then'],
    TRANSITIONS.filter((row) => row.phase === phase).map(({ status, action, label, when, actors, needs, outcomes }) => [
      `${status} ${statusInfo(status).label.en}`,
      String(action),
      when === undefined ? label.en : `${label.en} (${NEEDS_FOREIGN_FUNDS[when] ? 'with' : 'without'} foreign funds)`,
      actors.join(', '),
      needsText(needs),
      outcomes.map(outcomeText).join(' · '),
    ]),
  );
}
