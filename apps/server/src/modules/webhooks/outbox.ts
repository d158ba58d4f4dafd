import { type RawBuilder, sql } from 'kysely';
import type { WebhookKind } from '@pimis/domain/webhooks/kinds';
import type { Tx } from '../../platform/database/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { PublicityChangedEvent } from '../projections/events.ts';
import type { DocumentAddedEvent, ProjectsMovedEvent } from '../projects/events.ts';
import { organizationSeesProject } from '../projects/recipients.ts';
import type { EffectAppliedEvent } from '../workflow/events.ts';

/*
 * Events are written in the transaction that causes them, for webhooks that are on, subscribe to them, and belong to an
 * organization that sees the project at that moment. Their data contain only codes and numbers.
 */

/** Whether any webhook is on; read once per transaction, because a step writes several events. */
const anyWebhook = new WeakMap<Tx, Promise<boolean>>();

function isAnybodyTold(tx: Tx): Promise<boolean> {
  const known = anyWebhook.get(tx) ?? hasWebhooks(tx);
  anyWebhook.set(tx, known);
  return known;
}

async function hasWebhooks(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select ${PREPARED} exists (select from webhooks where enabled) as any`.execute(tx);
  return rows[0]?.any === true;
}

/** Writes events of these kinds for `found` (project_id, data, place), and queues their delivery. */
async function writeEvents(tx: Tx, kinds: readonly WebhookKind[], found: RawBuilder<unknown>, at: Date): Promise<void> {
  if (!(await isAnybodyTold(tx))) return;
  const { rows } = await sql<{ any: boolean }>`
    ${PREPARED} with written as (
      insert into webhook_deliveries (webhook_id, kind, project_id, data, created_at, next_at)
      select webhooks.id, event.kind, found.project_id, found.data, ${at}::timestamptz, ${at}::timestamptz
      from webhooks
      join unnest(${hiddenFromPlanner([...kinds], 'text[]')}::text[]) with ordinality as event (kind, place)
        on event.kind = any(webhooks.kinds)
      cross join (${found}) found
      join published.projects on projects.id = found.project_id
      where webhooks.enabled and ${organizationSeesProject(sql`webhooks.organization_id`)}
      order by found.place, event.place, webhooks.id
      -- One that is being deleted is waited for and left out, instead of breaking the step.
      for key share of webhooks
      returning id)
    select exists (select from written) as any`.execute(tx);
  if (rows[0]?.any) await addJob(tx, 'deliverWebhooks', {});
}

/** Writes the events of a step; a decision of the commission is an event of its own as well. */
export async function writeSteps({ tx, projectIds, operation, decided, at }: ProjectsMovedEvent): Promise<void> {
  const found = sql`
    select stepped.id as project_id, stepped.place, jsonb_strip_nulls(jsonb_build_object(
      'step', ${operation}::text, 'activity', activity.id, 'phase', activity.phase,
      'previousStatus', activity.previous_status, 'status', activity.status, 'projectPhase', now.phase,
      'projectPhaseStatus', now.phase_status, 'projectStatus', now.status)) as data
    from unnest(${hiddenFromPlanner([...projectIds], 'integer[]')}::integer[]) with ordinality as stepped (id, place)
    join published.projects now on now.id = stepped.id
    left join lateral (
      select id, phase, previous_status, status from published.project_activities
      where project_id = stepped.id and operation = ${operation}::text order by id desc limit 1) activity on true`;
  await writeEvents(tx, decided ? ['step', 'decision'] : ['step'], found, at);
}

/** A step has approved forms. */
export async function writeApprovedForms({ step, effect, formIds }: EffectAppliedEvent): Promise<void> {
  if (effect.kind !== 'approveForms' || formIds.length === 0) return;
  const found = sql`
    select forms.project_id, forms.id as place, jsonb_strip_nulls(jsonb_build_object(
      'form', forms.id, 'formCode', forms.code, 'phase', phases.phase, 'revision', (
        select max(revision) from published.form_revisions where form_id = forms.id))) as data
    from published.project_forms forms
    join published.project_phases phases on phases.id = forms.project_phase_id
    where forms.id = any(${hiddenFromPlanner([...formIds], 'integer[]')}::integer[])`;
  await writeEvents(step.tx, ['form.approved'], found, step.context.now());
}

export async function writeDocument({ tx, projectId, documentId, revision, at }: DocumentAddedEvent): Promise<void> {
  const found = sql`
    select ${projectId}::integer as project_id, 1 as place,
      jsonb_build_object('document', ${documentId}::integer, 'revision', ${revision}::integer) as data`;
  await writeEvents(tx, ['document.added'], found, at);
}

/** Writes events of projects that have become public, or are no longer public. */
export async function writePublicity({ tx, changes, at }: PublicityChangedEvent): Promise<void> {
  const found = sql`
    select changed.id as project_id, changed.place, jsonb_build_object('public', changed.public) as data
    from unnest(${hiddenFromPlanner(
      changes.map(({ projectId }) => projectId),
      'integer[]',
    )}::integer[], ${changes.map(({ isPublic }) => isPublic)}::boolean[]) with ordinality as changed (id, public, place)`;
  await writeEvents(tx, ['publication.changed'], found, at);
}
