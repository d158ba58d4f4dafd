import { sql } from 'kysely';
import type { DecisionSummary } from '@pimis/contract/decision-summary';
import { seesFormIndicators } from '@pimis/domain/access/policies';
import { quarterText } from '@pimis/domain/dates/quarter-text';
import { progressMark, progressSentence } from '@pimis/domain/indicators/progress-words';
import { readStoredValues } from '@pimis/domain/forms/parse';
import type { Viewer } from '@pimis/domain/forms/types';
import { decisionSummary } from '@pimis/domain/projects/decision-summary';
import type { ReadForm } from '@pimis/domain/projects/decision-summary-types';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { plain } from '@pimis/markdown/plain';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { nameInOrder } from '../../platform/lists/order-of-names.ts';
import { inIds, PREPARED } from '../../platform/database/prepared-statements.ts';
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts';
import { type SummarizedForm, summarizedForms } from '../form-store/summarized-forms.ts';
import { type Measured, measuredToday } from '../earned-value/project.ts';
import { EMPTY_WARNING, formsLackingAppropriation } from '../forms/appropriation-check.ts';
import { definitionOf } from '../forms/read.ts';
import { remarksOnForms } from '../forms/remarks/service.ts';
import { visibleScore } from '../forms/scores.ts';
import { storedIndicators } from '../indicators/service.ts';
import { stepsOfPhases } from '../projects/activities.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';
import { loadAllFacts } from '../workflow/project-facts.ts';

/** Documents that forms name, by title in azbuka; screens order them for their reader. */
export async function documentsOf(db: Database, formIds: readonly number[]): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select ${PREPARED} documents.id, documents.title from published.documents
    where documents.id in (select document_id from published.form_documents named where named.form_id ${inIds(formIds)})
    order by ${sql.raw(nameInOrder('documents.title', undefined))}, documents.id`.execute(db);
  return rows;
}

/** A stored form as the domain reads it. `lacking`: ids of forms that lack an appropriation. */
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

/** A summary without the facts that only the whole summary of one project shows. */
type Summary = Omit<DecisionSummary, 'indicators' | 'works'>;
interface SummarizedProject {
  project: ProjectRecord;
  summary: Summary;
}

/**
 * Summaries of projects that the user sees, in their order; the number of statements does not depend on how many there
 * are. `documents` of the forms are read on request.
 */
export async function summarizeProjects(
  context: Context,
  user: CurrentUser,
  projects: readonly ProjectRecord[],
  { documents: withDocuments }: { documents: boolean },
): Promise<SummarizedProject[]> {
  const { db } = context;
  const facts = await loadAllFacts(context, db, projects);
  const rounds = facts.map((one) => ({ projectId: one.projectId, round: roundForms(one).map(({ id }) => id) }));
  const formIds = rounds.flatMap(({ round }) => round);
  const [forms, steps, remarks, documents] = await Promise.all([
    summarizedForms(db, rounds),
    stepsOfPhases(
      db,
      facts.map(({ projectPhaseId }) => projectPhaseId),
    ),
    remarksOnForms(context, user, formIds),
    withDocuments ? documentsOf(db, formIds) : [],
  ]);
  const lacking = await formsLackingAppropriation(
    db,
    forms.flatMap(({ round }, at) => round.map((form) => ({ ...form, projectId: projects[at]?.id ?? 0 }))),
  );
  const remarksByForm = Map.groupBy(remarks, ({ formId }) => formId);
  const viewer: Viewer = { admin: user.claims.has('Admin'), mei: user.claims.has('Mei') };
  const read = (stored: SummarizedForm) => readFormOf(stored, user, lacking);
  const summarized: SummarizedProject[] = [];
  for (const [at, project] of projects.entries()) {
    const [own, fact] = [forms[at], facts[at]];
    if (!own || !fact) throw new Error(`Nothing was read of project ${project.id}`);
    const [former] = own.former;
    const ofRound = own.round.flatMap(({ id }) => remarksByForm.get(id) ?? []);
    const summary = decisionSummary({
      viewer,
      projectValue: project.totalValue,
      round: own.round.map(read),
      earlier: own.earlier.map(read),
      formerRound: former ? read(former) : null,
      remarks: ofRound.map((remark) => ({ ...remark, sentAt: remark.sentAt?.toISOString() ?? null })),
      activities: (steps.get(fact.projectPhaseId) ?? []).map((step) => ({ ...step, at: step.at.toISOString() })),
      documents,
      plain,
    });
    summarized.push({ project, summary });
    // Reading forms blocks the process for milliseconds per project.
    if (projects.length > 1) await yieldToEventLoop();
  }
  return summarized;
}

/** The summary by which the present step on the project is decided. Error: NotFound. */
export async function readDecisionSummary(
  context: Context,
  user: CurrentUser,
  projectCode: string,
): Promise<DecisionSummary> {
  const { db } = context;
  const project = await findProject(db, user, projectCode);
  const [[summarized], indicators, measured] = await Promise.all([
    summarizeProjects(context, user, [project], { documents: true }),
    newestIndicators(context, user, project.id),
    measuredToday(context, db, [project.id]),
  ]);
  if (!summarized) throw new Error(`No summary of project ${project.id}`);
  return { ...summarized.summary, indicators, works: worksOf(measured.get(project.id)) };
}

/** Progress in words; null without figures. */
function worksOf(figures: Measured | undefined): DecisionSummary['works'] {
  const sentence = figures && progressSentence(figures);
  if (!sentence) return null;
  return { sentence, quarter: quarterText(figures.quarter), behind: progressMark(figures) === 'bad' };
}
