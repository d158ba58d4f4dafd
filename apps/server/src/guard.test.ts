import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { authenticate } from './platform/access/authenticate.ts';
import { installErrorHandling } from './platform/http/error-handling.ts';
import { ok } from './platform/http/envelope.ts';
import { anonymousRoute, openRoute, userRoute } from './platform/http/http.ts';
import { useServer } from './testing/server.ts';

const server = useServer();

interface Described {
  security?: object[];
}

/** Every call of the description that asks for a token, with something in the place of its parameters. */
async function protectedCalls(): Promise<{ method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string }[]> {
  const { paths } = (await server.app.inject('/api/docs/json')).json<{
    paths: Record<string, Record<string, Described>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // In OpenAPI an empty list needs no session, and a list with an empty entry allows calls without one.
      .filter(
        ([, { security = [{ bearer: [] }] }]) =>
          security.length > 0 && security.every((one) => Object.keys(one).length > 0),
      )
      .map(([method]) => ({ method: method.toUpperCase() as 'GET', url: path.replaceAll(/\{\w+\}/g, 'нема') })),
  );
}

const broken = { headers: { 'content-type': 'application/json' }, payload: '{"broken":' };

describe('the guard', () => {
  it('lets nobody without a token past the headers', async () => {
    const calls = await protectedCalls();
    expect(calls.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(60);
    const passed: string[] = [];
    for (const { method, url } of calls) {
      const body = method === 'GET' ? {} : broken;
      const answer = await server.app.inject({ method, url, ...body });
      if (answer.statusCode !== 401) passed.push(`${answer.statusCode} ${method} ${url}`);
    }
    expect(passed).toEqual([]);
  });

  it('checks who may call before it checks what was sent', async () => {
    const refusals = [
      ['local.user', 'POST', 'registry/banks', 'Forbidden'],
      ['local.user', 'POST', 'registry/banks/import', 'Forbidden'],
      ['local.user', 'PATCH', 'projects/NEMA', 'Forbidden'],
      ['local.user', 'PUT', 'projects/merge', 'Forbidden'],
      ['local.user', 'PUT', 'security/users/admin/profile', 'InvalidUserPermission'],
      ['local.user', 'PUT', 'security/users/admin/password-update', 'InvalidUserPermission'],
      ['operator', 'POST', 'projects', 'NotAllowedCreateProject'],
      ['operator', 'POST', 'projects/form-input', 'InvalidUserPermission'],
      ['operator', 'PUT', 'projects/NEMA', 'InvalidProjectUpdateUser'],
      ['operator', 'PUT', 'projects/NEMA/organizations', 'ForbiddenProjectChange'],
      ['operator', 'POST', 'projects/NEMA/documents', 'ForbiddenProjectChange'],
      ['operator', 'POST', 'projects/NEMA/forms/0/import', 'InvalidUserPermission'],
    ] as const;
    for (const [login, method, url, name] of refusals) {
      const answer = await server.app.inject({
        method,
        url: `/api/${url}`,
        ...broken,
        headers: { ...broken.headers, authorization: `Bearer ${await server.token(login)}` },
      });
      expect([url, answer.statusCode, answer.json<{ status: { name: string } }>().status.name]).toEqual([
        url,
        403,
        name,
      ]);
    }
  });

  it('closes a route that declares no policy', async () => {
    const app: FastifyInstance = fastify();
    installErrorHandling(app, server.context);
    app.addHook('onRequest', authenticate(server.context));
    app.get('/undeclared', () => 'secret');
    app.get('/without-limit', { config: { policy: 'anonymous' } }, () => 'secret');
    openRoute(app, 'GET /health', { summary: '', tag: '', limit: { name: 'guard-open', perMinute: 9 } }, () =>
      ok({ database: 'ok' }),
    );
    anonymousRoute(
      app,
      'GET /administration/audit/export',
      { summary: '', tag: '', limit: { name: 'guard', perMinute: 2 } },
      ({ reply, request }) => reply.send(`open to ${request.currentUser?.login ?? 'nobody'}`),
    );
    expect((await app.inject('/undeclared')).statusCode).toBe(403);
    expect((await app.inject('/administration/audit/export')).body).toBe('open to nobody');
    // A route for anonymous callers ignores a token.
    const authorization = `Bearer ${await server.token('admin')}`;
    const carried = await app.inject({ url: '/administration/audit/export', headers: { authorization } });
    expect(carried.body).toBe('open to nobody');
    expect((await app.inject('/without-limit')).statusCode).toBe(403);
    // A caller with an invalid token has to sign in again, even where no sign-in is needed.
    expect((await app.inject('/health')).statusCode).toBe(200);
    const forged = { authorization: 'Bearer none' };
    expect((await app.inject({ url: '/health', headers: forged })).statusCode).toBe(401);
    await app.close();
  });

  it('lets somebody who has not signed in call a route only as often as it declares', async () => {
    const app: FastifyInstance = fastify();
    installErrorHandling(app, server.context);
    app.addHook('onRequest', authenticate(server.context));
    const shape = { summary: '', tag: '', limit: { name: 'guard-often', perMinute: 2 } };
    anonymousRoute(app, 'GET /administration/audit/export', shape, ({ reply }) => reply.send('open'));
    const answers: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      answers.push((await app.inject('/administration/audit/export')).statusCode);
    }
    expect(answers).toEqual([200, 200, 429]);
    await app.close();
  });

  it('judges a permission with what the address says about the resource', async () => {
    const app: FastifyInstance = fastify();
    installErrorHandling(app, server.context);
    app.addHook('onRequest', authenticate(server.context));
    const shape = { summary: '', tag: '', permission: 'project.create' } as const;
    userRoute(app, 'GET /health', shape, () => ok({ database: 'ok' }));
    userRoute(app, 'GET /portfolio/ceilings', { ...shape, resource: { organizationId: '50101' } }, () => ok([]));
    const headers = { authorization: `Bearer ${await server.token('local.user')}` };
    const statuses: number[] = [];
    for (const url of ['/health', '/portfolio/ceilings']) {
      statuses.push((await app.inject({ url, headers })).statusCode);
    }
    expect(statuses).toEqual([200, 403]);
    await app.close();
  });

  it('has no anonymous call without a limit', () => {
    const app: FastifyInstance = fastify();
    const shape = { summary: '', tag: '' } as const;
    // @ts-expect-error a call without its limit must not compile
    anonymousRoute(app, 'GET /search', shape, () => ok([]));
    // @ts-expect-error nor one that may carry a token
    openRoute(app, 'GET /health', shape, () => ok({ database: 'ok' }));
    expect(app.hasRoute({ method: 'GET', url: '/search' })).toBe(true);
  });

  it('knows the permissions of the policy table alone', () => {
    const app: FastifyInstance = fastify();
    const shape = { summary: '', tag: '' } as const;
    // @ts-expect-error a misspelt permission must not compile
    userRoute(app, 'GET /search', { ...shape, permission: 'project.veiw' }, () => ok([]));
    expect(app.hasRoute({ method: 'GET', url: '/search' })).toBe(true);
  });
});
