import { quarterEnd } from '@pimis/domain/dates/dates';
import { PIF_CODES } from '@pimis/domain/forms/codes';
import { getPath, nameKey, rowsAt } from '@pimis/domain/forms/paths';
import { plannedActivities, planData } from '@pimis/domain/forms/quarterly-data';
import type { FormCode } from '@pimis/domain/forms/titles';
import type { FormData, FormValues } from '@pimis/domain/forms/types';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Database, Tx } from '../../platform/database/database.ts';
import { commissionYesBefore, lastActivity } from '../projects/activities.ts';
import { indicatorsOfForm } from '../indicators/stored.ts';
import { type FormRecord, newestValues } from '../form-store/revisions.ts';
import {
  appropriationOf,
  appropriationsByYear,
  lastQuarterWithProgress,
  loadRealization,
  progressBefore,
  type Realization,
  realizedRows,
  totalExpense,
} from '../form-store/realization.ts';

/** Injected `data` of the forms of realization (docs/forms.md, C and D1 to D3). Each entry is for one form. */

type Maker = (db: Database | Tx, form: FormRecord) => Promise<FormData>;

const EMPTY: FormValues = {};

function plan(realization: Realization): FormData {
  return planData(realization.initialPlan ?? EMPTY, realization.planInForce ?? EMPTY);
}

async function quarterly(db: Database | Tx, form: FormRecord): Promise<FormData> {
  const quarter = quarterOfName(form.name);
  const realization = await loadRealization(db, form.projectId);
  if (!quarter) return { quarterKnown: false, Plan: plan(realization), Activities: [], Before: [] };
  return {
    ...quarter,
    quarterKnown: true,
    Plan: plan(realization),
    Activities: plannedActivities(realization.planInForce ?? EMPTY, quarter),
    Before: progressBefore(realization, quarter),
    SuccessKeyIndicator: {
      FundingAdequacyIndicator: { AppropriationAmount: await appropriationOf(db, form.projectId, quarter.year) },
    },
  };
}

async function corrected(db: Database | Tx, form: FormRecord): Promise<FormData> {
  const realization = await loadRealization(db, form.projectId);
  return { Plan: plan(realization), Realized: realizedRows(realization) };
}

/** Sources of the initial plan; sources that a correction added have no estimate of their own. */
export function conclusionSources(realization: Realization): FormData[] {
  const rows = (of: FormValues | null) => rowsAt(of ?? EMPTY, 'financialInfo.fundingSources');
  const key = (row: FormData) => `${nameKey(row.source)}/${nameKey(row.name)}`;
  const initial = rows(realization.initialPlan);
  const known = new Set(initial.map(key));
  const added = rows(realization.planInForce).filter((row) => !known.has(key(row)));
  return [
    ...initial.map(({ source, name, localAmount }) => ({ source, name, estimate: localAmount })),
    ...added.map(({ source, name }) => ({ source, name, estimate: '0.00' })),
  ];
}

async function conclusion(db: Database | Tx, form: FormRecord): Promise<FormData> {
  const realization = await loadRealization(db, form.projectId);
  const inForce = realization.planInForce ?? EMPTY;
  const last = lastQuarterWithProgress(realization);
  const boardAccepted = await commissionYesBefore(db, form.projectId);
  return {
    person: {
      responsiblePerson: getPath(inForce, 'basic.responsiblePerson'),
      phone: getPath(inForce, 'basic.phone'),
      email: getPath(inForce, 'basic.email'),
    },
    conclusionAddData: {
      sources: conclusionSources(realization),
      plannedDateEnd: getPath(inForce, 'implementationDates.end'),
      ...(last ? { realDateEnd: quarterEnd(last) } : {}),
      plannedExpenses: getPath(realization.initialPlan ?? EMPTY, 'financialInfo.price.local'),
      plannedRealization: getPath(inForce, 'financialInfo.price.local'),
      realExpense: totalExpense(realization),
      dateStart: getPath(inForce, 'implementationDates.start'),
      ...(boardAccepted ? { boardAccepted } : {}),
    },
  };
}

async function preImplementation(db: Database | Tx, form: FormRecord): Promise<FormData> {
  const [earlier] = await newestValues(db, [form.projectId], ['spremnost', 'posebnog-znacaja'], { approvedOnly: true });
  const commissionDate = await commissionYesBefore(db, form.projectId);
  return {
    ...(commissionDate ? { commissionDate } : {}),
    totalEstimate: getPath(earlier?.values, 'financialInfo.price.local'),
    appropriations: await appropriationsByYear(db, form.projectId),
  };
}

async function rationalization(db: Database | Tx, form: FormRecord): Promise<FormData> {
  const realization = await loadRealization(db, form.projectId);
  const last = realization.quarters.at(-1);
  const [proposal, acceptance, indicators] = await Promise.all([
    lastActivity(db, form.projectId, 'proposeRationalization'),
    lastActivity(db, form.projectId, 'commissionYes', 5),
    last ? indicatorsOfForm(db, last.formId) : undefined,
  ]);
  const inForce = realization.planInForce ?? EMPTY;
  return {
    round: form.ordinal,
    ...(proposal ? { proposal: { date: proposal.day, user: proposal.user, comment: proposal.comment } } : {}),
    ...(acceptance ? { acceptance: { date: acceptance.date, comment: acceptance.comment } } : {}),
    planned: getPath(inForce, 'financialInfo.price.local'),
    spent: totalExpense(realization),
    physical: indicators?.rows.inactivity.activityQuarterSumPercent,
    plannedEnd: getPath(inForce, 'implementationDates.end'),
    ...(last ? { lastQuarter: `${last.year}-${last.quarter}` } : {}),
    indicators: indicators?.summary,
  };
}

async function effects(db: Database | Tx, form: FormRecord): Promise<FormData> {
  const [concluded] = await newestValues(db, [form.projectId], ['zavrsni'], { approvedOnly: true });
  const goals = await newestValues(db, [form.projectId], ['ideja', ...PIF_CODES], { approvedOnly: true });
  const at = (path: string) => getPath(concluded?.values, path);
  const stated = goals.find(({ values }) => getPath(values, 'description.goals') !== undefined);
  return {
    plannedExpenses: at('expenses.totals.estimatedPlanned'),
    realExpense: at('expenses.totals.actualRealization'),
    plannedDateEnd: at('basicInfo.plannedCompletion'),
    realDateEnd: at('basicInfo.actualEnd'),
    boardAccepted: at('basicInfo.approvalDate'),
    goals: getPath(stated?.values, 'description.goals'),
    goalsFrom: stated?.code,
  };
}

const MAKERS: Readonly<Record<string, Maker>> = {
  predimplementacija: preImplementation,
  kvartalni: quarterly,
  korekcija: corrected,
  'kvartalni-korekcija': corrected,
  racionalizacija: rationalization,
  zavrsni: conclusion,
  efekti: effects,
} satisfies Partial<Record<FormCode, Maker>>;

/** The part of the injected data that is specific to the form; empty for other forms. */
export function realizationData(db: Database | Tx, form: FormRecord): Promise<FormData> {
  return MAKERS[form.code]?.(db, form) ?? Promise.resolve({});
}
