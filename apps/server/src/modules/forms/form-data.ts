import { sql } from 'kysely';
import { FORM_CODE, PIF_CODES } from '@pimis/domain/forms/codes';
import { correctionPrefill } from '@pimis/domain/forms/definitions/correction';
import { planPrefill } from '@pimis/domain/forms/definitions/plan';
import { preImplementationPrefill } from '@pimis/domain/forms/definitions/pre-implementation';
import { prefillFrom, prefillFromShortPif } from '@pimis/domain/forms/prefill';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormCode } from '@pimis/domain/forms/titles';
import type { FormData, FormValues } from '@pimis/domain/forms/types';
import { type Context, today } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { exchangeRateOn } from '../registry/service.ts';
import { type FormRecord, newestValues } from '../form-store/revisions.ts';
import { realizationData } from './realization-data.ts';
import { loadRealizations, type Realization, realizedRows } from '../form-store/realization.ts';

/** The approved forms from which a new one takes values, the best first (docs/forms.md, B, C1 and D1). */
const EARLIER: Readonly<Record<string, readonly FormCode[]>> = {
  'identifikacija-projekta': ['ideja'],
  spremnost: ['identifikacija-projekta', 'pif-mini', ...PIF_CODES],
  predimplementacija: ['spremnost', 'posebnog-znacaja'],
  [FORM_CODE.plan]: ['spremnost', 'posebnog-znacaja', ...PIF_CODES],
} satisfies Partial<Record<FormCode, readonly FormCode[]>>;
/** Forms of the idea path, whose basic data stay as the earlier form had them. */
const BOUND_TO_EARLIER: ReadonlySet<string> = new Set<FormCode>(['ideja', 'identifikacija-projekta']);

interface Source {
  code: string;
  definitionVersion: number;
  revision: number;
  values: FormValues;
}

function valuesFrom(code: string, source: Source, rate: string | undefined): FormValues {
  if (code === FORM_CODE.plan) return planPrefill(source.values);
  if (code === 'predimplementacija') return preImplementationPrefill(source.values);
  if (source.code === 'pif-mini') return prefillFromShortPif(source.values);
  const [definition, earlier] = [findFormDefinition(code), findFormDefinition(source.code, source.definitionVersion)];
  if (!definition || !earlier) return {};
  return prefillFrom(definition, { definition: earlier, values: source.values }, rate);
}

/**
 * Values that are fixed when forms are created, in the order of the forms: the day's euro rate, and values of the
 * newest approved earlier form or, for a correction, of the plan in force.
 */
export async function fixedData(
  context: Context,
  tx: Tx,
  forms: readonly { projectId: number; code: string }[],
): Promise<Record<string, unknown>[]> {
  const rate = await exchangeRateOn(tx, 'EUR', today(context));
  const ofDay = rate ? { exchangeRate: { date: rate.date, rate: rate.rate } } : {};
  const corrected = forms.filter(({ code }) => code === FORM_CODE.correction).map(({ projectId }) => projectId);
  const realizations = corrected.length > 0 ? await loadRealizations(tx, corrected) : new Map<number, Realization>();
  const codes = new Set(forms.flatMap(({ code }) => EARLIER[code] ?? []));
  const projectIds = forms.map(({ projectId }) => projectId);
  const found = await newestValues(tx, projectIds, [...codes], { approvedOnly: true });
  return forms.map(({ projectId, code }) => {
    const realization = realizations.get(projectId);
    if (realization) return { ...ofDay, prefill: correctionOf(realization) };
    const source = (EARLIER[code] ?? [])
      .map((earlier) => found.find((row) => row.projectId === projectId && row.code === earlier))
      .find((row) => row !== undefined);
    if (!source) return ofDay;
    return {
      ...ofDay,
      prefill: valuesFrom(code, source, rate?.rate),
      ...(BOUND_TO_EARLIER.has(source.code) ? { fromEarlier: true } : {}),
      earlier: { code: source.code, revision: source.revision },
    };
  });
}

function correctionOf(realization: Realization): FormValues {
  return correctionPrefill(
    realization.planInForce ?? {},
    realizedRows(realization).map((row) => ({ ...row })),
  );
}

/** The injected `data` of a form, computed at every read while the form is unlocked. */
export async function formData(context: Context, db: Database | Tx, form: FormRecord): Promise<FormData> {
  const project = await db
    .selectFrom('published.projects as projects')
    .innerJoin('published.organizations as owner', 'owner.id', 'projects.organization_id')
    .innerJoin('published.organizations as proposer', 'proposer.id', 'projects.proposer_organization_id')
    .select([
      'projects.name',
      sql<string>`projects.code::text`.as('code'),
      'projects.sector',
      'projects.important',
      'projects.migrated',
      'projects.foreign_funds as foreignFunds',
      'projects.organization_id as organizationId',
      'owner.name as organizationName',
      'projects.proposer_organization_id as proposerId',
      'proposer.name as proposerName',
    ])
    .where('projects.id', '=', form.projectId)
    .executeTakeFirstOrThrow();
  return {
    ...form.fixed,
    projectName: project.name,
    projectCode: project.code,
    sector: project.sector,
    important: project.important,
    projectMigrated: project.migrated,
    foreignFunds: project.foreignFunds,
    organization: { id: project.organizationId, name: project.organizationName },
    organizationName: project.organizationName,
    proposer: { id: project.proposerId, name: project.proposerName },
    proposerOrganizationName: project.proposerName,
    evaluatorOrganizationId: form.evaluatorOrganizationId,
    currentYear: Number(today(context).slice(0, 4)),
    ...(await realizationData(db, form)),
  };
}
