import type { StepRequest, StepResult } from '@pimis/contract/tasks';
import type { AuditOrigin } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { takeNamedStep } from '../workflow/service.ts';

/**
 * Takes steps of several projects one after the other, each in a transaction of its own: what one of them is refused
 * leaves the others as they are. Answers in their order what became of each.
 */
export async function takeSteps(
  context: Context,
  user: CurrentUser,
  steps: readonly StepRequest[],
  origin: AuditOrigin,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push({ code: step.code, ...(await takeOne(context, user, step, origin)) });
  return results;
}

async function takeOne(
  context: Context,
  user: CurrentUser,
  step: StepRequest,
  origin: AuditOrigin,
): Promise<Omit<StepResult, 'code'>> {
  try {
    await takeNamedStep(context, user, step, origin);
    return { done: true, refusal: null };
  } catch (error) {
    if (error instanceof ApiError) return { done: false, refusal: error.status };
    // Those before it are done, and the caller has to know which.
    context.log.error({ err: error, project: step.code, step: step.step }, 'a step of several failed');
    return { done: false, refusal: 'ServiceError' };
  }
}
