import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { addRemark, answerRemark, changeText, type RemarkCall, removeRemark } from './service.ts';

/** Remarks on a form: users who may return the form write them, users who fill it in answer them. */
export function remarkRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'forms';
  // Any user who sees the project passes this check; the service checks who may take the step.
  const permission = 'project.view';
  const refusal = 'NotFound';
  const callOf = (
    user: CurrentUser,
    params: { projectCode: string; phaseFormId: number },
    request: FastifyRequest,
  ): RemarkCall => ({
    context,
    user,
    projectCode: params.projectCode,
    formId: params.phaseFormId,
    origin: originOf(request),
  });
  userRoute(
    app,
    'POST /projects/:projectCode/forms/:phaseFormId/remarks',
    { permission, refusal, tag, summary: 'Write a remark; it is sent with the step that returns the form' },
    async ({ user, params, body, request }) => ok(await addRemark(callOf(user, params, request), body)),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId',
    { permission, refusal, tag, summary: 'Change a remark of mine that was not sent' },
    async ({ user, params, body, request }) =>
      ok(await changeText(callOf(user, params, request), params.remarkId, body)),
  );
  userRoute(
    app,
    'DELETE /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId',
    { permission, refusal, tag, summary: 'Remove a remark of mine that was not sent' },
    async ({ user, params, request }) => {
      await removeRemark(callOf(user, params, request), params.remarkId);
      return ok(null);
    },
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId/answer',
    { permission, refusal, tag, summary: 'Answer a remark, or tick it as done' },
    async ({ user, params, body, request }) =>
      ok(await answerRemark(callOf(user, params, request), params.remarkId, body)),
  );
}
