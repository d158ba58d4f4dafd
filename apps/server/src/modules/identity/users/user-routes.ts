import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallBody } from '@pimis/contract/calls';
import type { Refusal } from '@pimis/contract/users';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { auditDenial } from '../../../platform/access/denials.ts';
import { ok, okPage, statusOf } from '../../../platform/http/envelope.ts';
import { ApiError } from '../../../platform/errors.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { listUsers } from './user-list.ts';
import { restoreUser, revokeUser } from './user-status.ts';
import { createUser, proposeLogin, readUser, updateUser } from './users.ts';

interface ManyCall {
  context: Context;
  request: FastifyRequest;
}
type Answer<Done> = Done | { error: Refusal };

/** The result for one of several users: a refusal does not stop the others. The audit log records denied ones. */
async function orRefusal<Done>(
  { context, request }: ManyCall,
  user: string,
  work: Promise<Done>,
): Promise<Answer<Done>> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await auditDenial(context, request, error, { user });
    const { errors, fieldErrors } = error;
    return { error: { ...statusOf(error.status), errors, fieldErrors } };
  }
}

/** In sequence, so that of two people with the same name the first gets the shorter login. */
async function each<Input extends { login?: string | null; name?: string }, Done>(
  call: ManyCall,
  inputs: readonly Input[],
  work: (input: Input) => Promise<Done>,
) {
  const answers: Answer<Done>[] = [];
  for (const input of inputs) answers.push(await orRefusal(call, input.login ?? input.name ?? '', work(input)));
  return ok(answers);
}

/** Users as their managers see them. */
export function userRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'users';
  userRoute(
    app,
    'GET /security/users',
    { permission: 'user.view', tag, summary: 'Users of the organization, or of all of them' },
    async ({ user, query }) => okPage(await listUsers(context.db, user, query, context.now())),
  );
  userRoute(
    app,
    'GET /security/users/login-generate',
    { permission: 'user.manage', tag, summary: 'The next free login for a name' },
    async ({ query }) => ok(await proposeLogin(context.db, query.name)),
  );
  userRoute(
    app,
    'GET /security/users/:login',
    { permission: 'user.view', tag, summary: 'A user, and what the caller may do with them' },
    async ({ user, params }) => ok(await readUser(context, user, params.login)),
  );
  userRoute(
    app,
    'POST /security/users',
    { permission: 'user.manage', refusal: 'InvalidUserPermission', tag, summary: 'Create users; an answer for each' },
    ({ user, body, request }) =>
      each({ context, request }, body, async (input) => ({
        user: await createUser(context, user, input, originOf(request)),
      })),
  );
  userRoute(
    app,
    'PUT /security/users',
    { permission: 'user.manage', refusal: 'InvalidUserPermission', tag, summary: 'Change users; an answer for each' },
    ({ user, body, request }) =>
      each({ context, request }, body, async (input) => ({
        model: await updateUser(context, user, input, originOf(request)),
      })),
  );
  const status = { permission: 'user.changeStatus', refusal: 'InvalidUserPermission', tag } as const;
  const revoke = (call: ManyCall & { user: CurrentUser }, body: CallBody<'POST /security/users/access-set/revoke'>) =>
    each(call, body.Users, async (one) => ({
      model: await revokeUser(context, call.user, one, body.access, originOf(call.request)),
    }));
  const restore = (call: ManyCall & { user: CurrentUser }, body: CallBody<'POST /security/users/access-set/restore'>) =>
    each(call, body.Users, async (one) => ({
      model: await restoreUser(context, call.user, one, originOf(call.request)),
    }));
  userRoute(
    app,
    'POST /security/users/access-set/revoke',
    { ...status, summary: 'Revoke access; an answer for each user' },
    ({ user, body, request }) => revoke({ context, request, user }, body),
  );
  userRoute(
    app,
    'POST /security/users/access-set/restore',
    { ...status, summary: 'Give access back; an answer for each user' },
    ({ user, body, request }) => restore({ context, request, user }, body),
  );
  userRoute(
    app,
    'POST /security/users/access-set/disable',
    { ...status, summary: 'Disable accounts, as the administration; an answer for each user' },
    ({ user, body, request }) => revoke({ context, request, user }, body),
  );
  userRoute(
    app,
    'POST /security/users/access-set/enable',
    { ...status, summary: 'Enable accounts; an answer for each user' },
    ({ user, body, request }) => restore({ context, request, user }, body),
  );
}
