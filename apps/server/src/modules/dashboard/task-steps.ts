import type { FastifyRequest } from 'fastify';
import type { StepRequest, StepResult } from '@pimis/contract/tasks';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { auditDenial } from '../../platform/access/denials.ts';
import { ApiError } from '../../platform/errors.ts';
import { takeNamedStep } from '../workflow/service.ts';

/**
 * Takes steps of several projects in sequence, each in its own transaction: a refused one does not affect the others.
 * Returns the outcomes in the same order; the audit log records denied ones.
 */
export async function takeSteps(
  context: Context,
  user: CurrentUser,
  steps: readonly StepRequest[],
  request: FastifyRequest,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push({ code: step.code, ...(await takeOne(context, user, step, request)) });
  return results;
}

async function takeOne(
  context: Context,
  user: CurrentUser,
  step: StepRequest,
  request: FastifyRequest,
): Promise<Omit<StepResult, 'code'>> {
  try {
    await takeNamedStep(context, user, step, originOf(request));
    return { done: true, refusal: null };
  } catch (error) {
    if (error instanceof ApiError) {
      await auditDenial(context, request, error, { code: step.code });
      const [reason] = error.errors;
      const isName = typeof reason === 'string' && error.fieldErrors.length === 0;
      return { done: false, refusal: isName ? reason : error.status };
    }
    // The steps before it are done, and the caller has to know which ones.
    context.log.error({ err: error, project: step.code, step: step.step }, 'a step of several failed');
    return { done: false, refusal: 'ServiceError' };
  }
}
