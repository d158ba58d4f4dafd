import { sql } from 'kysely';
import type { DecisionSummary } from '@pimis/contract/decision-summary';
import { seesFormIndicators } from '@pimis/domain/access/policies';
import { readStoredValues } from '@pimis/domain/forms/parse';
import type { Viewer } from '@pimis/domain/forms/types';
import { decisionSummary, type ReadForm } from '@pimis/domain/projects/decision-summary';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { plain } from '@pimis/markdown/plain';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { nameInOrder } from '../../platform/lists/order-of-names.ts';
import { inIds, PREPARED } from '../../platform/database/prepared-statements.ts';
import { type SummarizedForm, summarizedForms } from '../form-store/summarized-forms.ts';
import { EMPTY_WARNING, formsWithoutAppropriation } from '../forms/appropriation-check.ts';
import { definitionOf } from '../forms/read.ts';
import { remarksOnForms } from '../forms/remarks/service.ts';
import { visibleScore } from '../forms/scores.ts';
import { storedIndicators } from '../indicators/service.ts';
import { stepsOfPhase } from '../projects/activities.ts';
import { findProject } from '../projects/visibility.ts';
import { loadFacts } from '../workflow/project-facts.ts';

/** Documents that forms name, by title in azbuka; screens order them for their reader. */
export async function documentsOf(db: Database, formIds: readonly number[]): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select ${PREPARED} documents.id, documents.title from published.documents
    where documents.id in (select document_id from published.form_documents named where named.form_id ${inIds(formIds)})
    order by ${sql.raw(nameInOrder('documents.title', undefined))}, documents.id`.execute(db);
  return rows;
}

/** A stored form as the domain reads it. `lacking` are those that lack an appropriation. */
export function readFormOf(stored: SummarizedForm, user: CurrentUser, lacking: ReadonlySet<number>): ReadForm {
  const definition = definitionOf(stored, stored.definitionVersion);
  const warnings = [...stored.validation.Warnings, ...(lacking.has(stored.id) ? [EMPTY_WARNING] : [])];
  return {
    ...stored,
    definition,
    values: readStoredValues(definition, stored.input).values,
    warnings: warnings.map(({ StatusCode, Path, Index }) => ({
      code: StatusCode.Code,
      path: Path ?? '',
      index: Index,
    })),
    score: visibleScore(stored, user),
  };
}

/** Key indicators of the newest approved quarter, for those who may see them. */
async function newestIndicators(
  context: Context,
  user: CurrentUser,
  projectId: number,
): Promise<DecisionSummary['indicators']> {
  if (!seesFormIndicators(user)) return null;
  const { timeToProjectImplementation: times, fundingAdequacyIndicator: fundings } = await storedIndicators(
    context,
    projectId,
  );
  const [time, funding] = [times.at(-1), fundings.at(-1)];
  return time && funding ? { year: time.year, quarter: time.quarter, time: time.value, adequacy: funding.value } : null;
}

/** What a step on the project, as it stands now, is decided by. Error: NotFound. */
export async function readDecisionSummary(
  context: Context,
  user: CurrentUser,
  projectCode: string,
): Promise<DecisionSummary> {
  const { db } = context;
  const project = await findProject(db, user, projectCode);
  const facts = await loadFacts(context, db, project);
  const round = roundForms(facts).map(({ id }) => id);
  const [forms, steps, remarks, documents, indicators] = await Promise.all([
    summarizedForms(db, { projectId: project.id, round }),
    stepsOfPhase(db, facts.projectPhaseId),
    remarksOnForms(context, user, round),
    documentsOf(db, round),
    newestIndicators(context, user, project.id),
  ]);
  const lacking = await formsWithoutAppropriation(db, project.id, forms.round);
  const viewer: Viewer = { admin: user.claims.has('Admin'), mei: user.claims.has('Mei') };
  const read = (stored: SummarizedForm) => readFormOf(stored, user, lacking);
  const [former] = forms.former;
  return {
    ...decisionSummary({
      viewer,
      projectValue: project.totalValue,
      round: forms.round.map(read),
      earlier: forms.earlier.map(read),
      formerRound: former ? read(former) : null,
      remarks: remarks.map((remark) => ({ ...remark, sentAt: remark.sentAt?.toISOString() ?? null })),
      activities: steps.map((step) => ({ ...step, at: step.at.toISOString() })),
      documents,
      plain,
    }),
    indicators,
  };
}
