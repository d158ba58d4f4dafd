import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  FormInputSchema,
  FormParamsSchema,
  FormRevisionParamsSchema,
  FormSavedSchema,
  ProjectFormSchema,
} from '@pimis/contract/forms';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { projectFactsFor } from '../projects/details.ts';
import { readForm } from './read.ts';
import { submitForm } from './save.ts';

/** Forms of a project: reading with revisions, saving, locking, unlocking. */
export function formRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'forms';
  const url = '/projects/:projectCode/forms/:phaseFormId';
  const read = async (user: CurrentUser, code: string, formId: number, revision?: number) => {
    const { form, project } = await readForm(context, user, code, formId, revision);
    return ok(form, { project: await projectFactsFor(context, project) });
  };
  userRoute(
    app,
    {
      method: 'GET',
      url,
      tag,
      summary: 'A form with its newest values',
      params: FormParamsSchema,
      payload: ProjectFormSchema,
    },
    ({ user, params }) => read(user, params.projectCode, params.phaseFormId),
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: `${url}/revision/:revision`,
      tag,
      summary: 'A form as one of its revisions had it',
      params: FormRevisionParamsSchema,
      payload: ProjectFormSchema,
    },
    ({ user, params }) => read(user, params.projectCode, params.phaseFormId, params.revision),
  );
  for (const path of ['/projects/form-input', '/form-input']) {
    userRoute(
      app,
      {
        method: 'POST',
        url: path,
        tag,
        summary: 'Save (1), lock (2) or unlock (3) a form',
        body: FormInputSchema,
        payload: Type.Null(),
        additional: FormSavedSchema,
        // The values travel as text inside JSON, so the call is larger than the 5 MB of the values themselves.
        bodyLimit: 5 * 1024 * 1024,
      },
      async ({ user, body, request }) => ok(null, await submitForm(context, user, body, originOf(request))),
    );
  }
}
