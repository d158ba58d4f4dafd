import { completeForm } from '@pimis/domain/forms/complete';
import type { FormData, FormDefinition, FormValues, StoredRevision } from '@pimis/domain/forms/types';
import { validateForm } from '@pimis/domain/forms/validate';
import { type Context, today } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StoredValidationResult } from '../../platform/database/stored-validation-result.ts';
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts';
import type { LoadedFacts } from '../workflow/project-facts.ts';
import type { RevisionView } from './revision-view.ts';
import { checkReferences } from './references.ts';
import { storedValidationResult } from './stored-validation-result.ts';

interface Judged {
  definition: FormDefinition;
  /** The submitted values, with protected fields unchanged. */
  merged: FormValues;
  data: FormData;
  facts: LoadedFacts;
  newest: RevisionView | undefined;
  /** Values of the newest revision, or the starting values of an empty form. */
  stored: FormValues;
}

/** Computes and validates values, as for a save and an import preview. It yields to the event loop. */
export async function computeAndValidate(
  context: Context,
  db: Database | Tx,
  { definition, merged, data, facts, newest, stored }: Judged,
): Promise<{ values: FormValues; validation: StoredValidationResult }> {
  const day = today(context);
  const errors = (newest?.validation.Errors ?? []).map(({ StatusCode, Path }) => ({
    code: StatusCode.Code,
    path: Path ?? '',
  }));
  const storedRevision: StoredRevision = { values: stored, errors };
  const isOffered = await checkReferences(db, { definition, values: merged, data, stored: storedRevision, day });
  await yieldToEventLoop();
  const values = completeForm(definition, merged, data);
  await yieldToEventLoop();
  const { foreignFunds } = facts;
  const { Errors, Warnings } = storedValidationResult(
    validateForm(definition, values, data, { today: day, foreignFunds, stored: storedRevision, isOffered }),
  );
  await yieldToEventLoop();
  return { values, validation: { Errors, Warnings: [...Warnings, ...(newest?.unknown ?? [])] } };
}
