import { sql } from 'kysely';
import { cellsOf } from '@pimis/domain/forms/definitions/plan-schedule';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { valuesForProject } from '@pimis/domain/forms/project-mapping';
import { SOURCE_PLACES, sourceRows } from '@pimis/domain/forms/decided-facts';
import { getPath, rowsAt } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import { FORM_STATUS } from '@pimis/domain/constants';
import { fromHundredths, percentOf, sumHundredths, toHundredths } from '@pimis/domain/money/decimal';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { textOf } from '@pimis/domain/text/text-of';
import type { Database } from '../../platform/database/database.ts';
import { appropriationsByYear, loadRealization } from '../form-store/realization.ts';

/** A source of money; the amount is a decimal string in RSD, the share one in per cent. */
interface Source {
  source: string;
  name: string;
  amount: string;
  share: string | null;
}

/** The planned cost of a year by the plan in force, its appropriation, and the cost of its approved quarters. */
interface Year {
  year: number;
  planned: string;
  appropriated: string;
  realized: string;
}

/** The form with value and sources. */
interface Origin {
  title: BilingualText;
  revision: number;
  draft: boolean;
}

export interface Funding {
  /** Null if no form names sources yet; the value is then the project's own. */
  origin: Origin | null;
  /** The value in the form with the sources, a decimal string; null without a form or value. */
  value: string | null;
  sources: Source[];
  sourcesTotal: string;
  years: Year[];
  total: Omit<Year, 'year'>;
  /** The period of the plan in force; YYYY-MM-DD. */
  period: { start: string; end: string } | null;
}

interface Named {
  code: string;
  status: number;
  revision: number;
  input: FormValues;
}

/** The newest revision of the newest form that names sources of money; a locked form comes before any draft. */
async function namedSources(db: Database, projectId: number): Promise<Named | null> {
  const places = sql.join(
    SOURCE_PLACES.map((place) => sql`newest.input #> ${`{${place.replace('.', ',')}}`}::text[] is not null`),
    sql` or `,
  );
  const { rows } = await sql<Named>`
    select forms.code, forms.status, newest.revision, newest.input from published.project_forms forms
    join published.project_phases phases on phases.id = forms.project_phase_id
    join lateral (select input, revision from published.form_revisions
                  where form_id = forms.id order by revision desc limit 1) newest on true
    where forms.project_id = ${projectId} and (${places})
    order by forms.status = ${FORM_STATUS.unlocked}, phases.started_at desc, forms.ordinal desc, forms.id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

function sourcesOf(values: FormValues): Pick<Funding, 'sources' | 'sourcesTotal'> {
  const rows = sourceRows(values);
  const total = sumHundredths(rows.map((row) => row.localAmount));
  const sources = rows.map((row) => {
    const amount = toHundredths(row.localAmount) ?? 0n;
    return {
      source: textOf(row.source),
      name: textOf(row.name),
      amount: fromHundredths(amount),
      share: percentOf(amount, total),
    };
  });
  return { sources, sourcesTotal: fromHundredths(total) };
}

/** Value and sources with their origin: the plan in force if it names them, otherwise the form. */
async function valueAndSources(
  db: Database,
  projectId: number,
  plan: FormValues | null,
): Promise<Pick<Funding, 'origin' | 'value' | 'sources' | 'sourcesTotal'>> {
  const planned = plan !== null && sourceRows(plan).length > 0;
  const named = planned ? null : await namedSources(db, projectId);
  const values = planned ? plan : (named?.input ?? {});
  const { total } = valuesForProject(planned ? FORM_CODE.plan : (named?.code ?? ''));
  const amount = total === undefined ? null : toHundredths(getPath(values, total));
  const title = named && findFormDefinition(named.code)?.title;
  return {
    ...sourcesOf(values),
    value: amount === null ? null : fromHundredths(amount),
    origin: planned
      ? { title: { sr: 'План у примени', en: 'Plan in force' }, revision: 0, draft: false }
      : named && title
        ? { title, revision: named.revision, draft: named.status === FORM_STATUS.unlocked }
        : null,
  };
}

/** The sources of a project's funds, and its costs by year. */
export async function fundingOf(db: Database, projectId: number): Promise<Funding> {
  const realization = await loadRealization(db, projectId);
  const plan = realization.planInForce;
  const planned = new Map<number, bigint>();
  const realized = new Map<number, bigint>();
  const add = (sums: Map<number, bigint>, year: number, amount: bigint) =>
    sums.set(year, (sums.get(year) ?? 0n) + amount);
  for (const row of plan ? rowsAt(plan, 'implementation') : []) {
    for (const { year, amount } of cellsOf(row)) if (amount) add(planned, year, amount);
  }
  for (const { year, activities } of realization.quarters) {
    for (const { expense } of activities) add(realized, year, expense);
  }
  const appropriated = new Map(
    (await appropriationsByYear(db, projectId)).map(({ budgetYear, amount }) => [
      budgetYear,
      toHundredths(amount) ?? 0n,
    ]),
  );
  const years = [...new Set([...planned.keys(), ...appropriated.keys(), ...realized.keys()])].toSorted((a, b) => a - b);
  const sum = (sums: ReadonlyMap<number, bigint>) =>
    fromHundredths([...sums.values()].reduce((all, amount) => all + amount, 0n));
  const start = plan && textOf(getPath(plan, 'implementationDates.start'));
  const end = plan && textOf(getPath(plan, 'implementationDates.end'));
  return {
    ...(await valueAndSources(db, projectId, plan)),
    years: years.map((year) => ({
      year,
      planned: fromHundredths(planned.get(year) ?? 0n),
      appropriated: fromHundredths(appropriated.get(year) ?? 0n),
      realized: fromHundredths(realized.get(year) ?? 0n),
    })),
    total: { planned: sum(planned), appropriated: sum(appropriated), realized: sum(realized) },
    period: start && end ? { start, end } : null,
  };
}
