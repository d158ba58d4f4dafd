import { sql } from 'kysely';
import { findFormDefinition } from '@pimis/domain/forms/registry';
import { prefillFrom } from '@pimis/domain/forms/prefill';
import type { FormData } from '@pimis/domain/forms/types';
import { type Context, today } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { exchangeRateOn } from '../registry/service.ts';
import { newestValues } from './queries.ts';

/** From which earlier forms a new one takes its values, the best first (form catalogue, B). */
const EARLIER: Readonly<Record<string, readonly string[]>> = {
  'identifikacija-projekta': ['ideja'],
  spremnost: ['identifikacija-projekta'],
};

/**
 * Facts that are fixed when a form is made: the euro rate of the day, and the values taken over from the newest
 * approved earlier form.
 */
export async function fixedFacts(
  context: Context,
  tx: Tx,
  projectId: number,
  code: string,
): Promise<Record<string, unknown>> {
  const rate = await exchangeRateOn(tx, 'EUR', today(context));
  const fixed: Record<string, unknown> = rate ? { exchangeRate: { date: rate.date, rate: rate.rate } } : {};
  const definition = findFormDefinition(code);
  const earlierCodes = EARLIER[code] ?? [];
  if (!definition) return fixed;
  const found = await newestValues(tx, projectId, [...earlierCodes], { approvedOnly: true });
  for (const earlierCode of earlierCodes) {
    const source = found.find((row) => row.code === earlierCode);
    const sourceDefinition = findFormDefinition(earlierCode);
    if (!source || !sourceDefinition) continue;
    fixed.prefill = prefillFrom(definition, { definition: sourceDefinition, values: source.values }, rate?.rate);
    fixed.fromEarlier = true;
    fixed.earlier = { code: earlierCode, revision: source.revision };
    break;
  }
  return fixed;
}

/** The injected `data` of a form, made at every read while it is unlocked. */
export async function formData(
  context: Context,
  db: Database | Tx,
  projectId: number,
  fixed: Record<string, unknown>,
): Promise<FormData> {
  const project = await db
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select([
      'projects.name',
      sql<string>`projects.code::text`.as('code'),
      'projects.sector',
      'projects.important',
      'projects.foreign_funds as foreignFunds',
      'projects.organization_id as organizationId',
      'organizations.name as organizationName',
    ])
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow();
  return {
    ...fixed,
    projectName: project.name,
    projectCode: project.code,
    sector: project.sector,
    important: project.important,
    foreignFunds: project.foreignFunds,
    organization: { id: project.organizationId, name: project.organizationName },
    currentYear: Number(today(context).slice(0, 4)),
  };
}
