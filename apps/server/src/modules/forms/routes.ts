import type { FastifyInstance } from 'fastify';
import type { Permission } from '@pimis/domain/access/policies';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { formHeader } from '../projects/form-header.ts';
import { copyEarlierForm, earlierForms } from './earlier-forms.ts';
import { setEvaluator } from './evaluator.ts';
import { importForm } from './import.ts';
import { readForm } from './read.ts';
import { submitForm } from './save.ts';

const VALUES_BYTES = 5 * 1024 * 1024;

/** Each family of forms has its own editors. */
const EDITING: readonly Permission[] = ['form.save', 'form.saveOlder'];

/** Forms of a project: reading with revisions, saving, locking, unlocking. */
export function formRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'forms';
  const read = async (user: CurrentUser, code: string, formId: number, revision?: number) => {
    const { form, project } = await readForm(context, user, code, formId, revision);
    return ok(form, { project: await formHeader(context, project) });
  };
  userRoute(
    app,
    'GET /projects/:projectCode/forms/:phaseFormId',
    {
      permission: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'A form with its newest values',
      tagged: true,
    },
    ({ user, params }) => read(user, params.projectCode, params.phaseFormId),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/forms/:phaseFormId/revision/:revision',
    { permission: 'project.view', refusal: 'NotFound', tag, summary: 'A form as one of its revisions had it' },
    ({ user, params }) => read(user, params.projectCode, params.phaseFormId, params.revision),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/forms/:phaseFormId/evaluator',
    {
      permission: 'form.evaluator',
      refusal: 'InvalidUserPermission',
      tag,
      summary: 'Name the organization that marks a form',
    },
    async ({ user, params, body, request }) => {
      const call = { projectCode: params.projectCode, formId: params.phaseFormId, organizationId: body.organizationId };
      await setEvaluator(context, user, call, originOf(request));
      return ok(null);
    },
  );
  userRoute(
    app,
    'POST /projects/:projectCode/forms/:phaseFormId/import',
    {
      permission: EDITING,
      refusal: 'InvalidUserPermission',
      tag,
      takes: 'files',
      summary: 'Read a JSON file for the editor: checked, not saved',
      bodyLimit: VALUES_BYTES,
    },
    async ({ user, params, request }) =>
      ok(await importForm(context, user, params.projectCode, params.phaseFormId, request)),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/forms/:phaseFormId/earlier',
    {
      permission: EDITING,
      refusal: 'InvalidUserPermission',
      tag,
      summary: 'Earlier forms of the same body that a new one may begin as a copy of',
    },
    async ({ user, params, query }) =>
      ok(await earlierForms(context, user, params.projectCode, params.phaseFormId, query.search)),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/forms/:phaseFormId/earlier/:earlierFormId',
    {
      permission: EDITING,
      refusal: 'InvalidUserPermission',
      tag,
      summary: 'Values of an earlier form for the editor of a new one: checked, not saved',
    },
    async ({ user, params }) =>
      ok(await copyEarlierForm(context, user, params.projectCode, params.phaseFormId, params.earlierFormId)),
  );
  for (const name of ['POST /projects/form-input', 'POST /form-input'] as const) {
    userRoute(
      app,
      name,
      {
        permission: [...EDITING, 'form.mark', 'form.comment'],
        refusal: 'InvalidUserPermission',
        tag,
        summary: 'Save (1), lock (2), unlock (3) or mark (4 to 6) a form',
        // Values are JSON text inside JSON, so the body is larger than the 5 MB of the values.
        bodyLimit: VALUES_BYTES,
        ifMatch: async ({ user, body: { projectCode, id } }) => {
          if (id === undefined) throw invalidFields({ id: 'MandatoryFieldNotSet' });
          const answer = await read(user, projectCode, id);
          const { revision, markJson } = answer.payload;
          return { answer, body: { baseRevision: revision, baseMarkJson: markJson } };
        },
      },
      async ({ user, body, request }) => ok(null, await submitForm(context, user, body, originOf(request))),
    );
  }
}
