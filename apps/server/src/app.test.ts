import fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { today } from './platform/context.ts';
import { type AnonymousLimit, requirePolicies } from './platform/http/http.ts';
import { codeOf, useServer } from './testing/server.ts';

const server = useServer();

describe('the server', () => {
  it('answers health, configuration and its own description', async () => {
    expect((await server.call(null, 'GET', 'health')).payload).toEqual({ database: 'ok' });
    expect((await server.call<{ demoAccounts: unknown[] }>(null, 'GET', 'configuration')).payload).toMatchObject({
      demo: false,
      demoAccounts: [],
      demoPassword: '',
    });
    const docs = await server.app.inject('/api/docs/json');
    const { paths } = docs.json<{ paths: Record<string, unknown> }>();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/login', '/api/projects/{projectCode}/actions', '/api/projects/form-input']),
    );
  });

  it('refuses a route without a policy', () => {
    const app = fastify();
    requirePolicies(app);
    expect(() => app.get('/open', () => 'x')).toThrow('GET /open declares no policy');
  });

  it('refuses an anonymous route without a limit', () => {
    const app = fastify();
    requirePolicies(app);
    for (const policy of ['anonymous', 'anybody'] as const) {
      const add = (limit?: AnonymousLimit) => app.get(`/${policy}`, { config: { policy, limit } }, () => 'x');
      expect(() => add()).toThrow(`GET /${policy} declares no limit`);
      expect(() => add({ unlimited: 'a test' })).not.toThrow();
    }
  });

  it('reports a change that a table refuses, and nothing about the table', async () => {
    await sql`alter table notices add constraint no_notices check (id < 0) not valid`.execute(server.context.db);
    const days = { startDate: today(server.context), endDate: today(server.context) };
    const answer = await server.call('admin', 'POST', 'notices', { title: 'Радови', text: 'Систем не ради.', ...days });
    await sql`alter table notices drop constraint no_notices`.execute(server.context.db);
    expect([answer.httpStatus, answer.status.name]).toEqual([500, 'DbError']);
    expect(JSON.stringify(answer)).not.toContain('no_notices');
    expect(server.failures.pop()).toContain('no_notices');
  });

  it('answers everything in the envelope: unknown paths, broken JSON, wrong types, too much', async () => {
    expect(await server.call('admin', 'GET', 'nowhere')).toMatchObject({
      httpStatus: 404,
      status: { code: codeOf('NotFound'), name: 'NotFound' },
    });
    const broken = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(broken.json()).toMatchObject({ status: { name: 'BadRequest' } });
    const polluted = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"__proto__":{"a":1},"login":"a","password":"b"}',
    });
    expect(polluted.statusCode).toBe(400);
    expect(await server.call(null, 'POST', 'login', { login: 'a', password: 'b', extra: 1 })).toMatchObject({
      httpStatus: 422,
      errors: ['extra.UnknownField'],
      fieldErrors: [{ field: 'extra', code: 'UnknownField' }],
    });
    // However many are refused, each is named.
    const unknown = Array.from({ length: 40 }, (_, index) => `extra${index}`);
    const many = await server.call(null, 'POST', 'login', {
      login: 'a',
      password: 'b',
      ...Object.fromEntries(unknown.map((name) => [name, 1])),
    });
    expect(many.errors).toHaveLength(unknown.length);
    expect(many.errors).toEqual(expect.arrayContaining(unknown.map((name) => `${name}.UnknownField`)));
    const rows = Array.from({ length: 12 }, () => ({ name: '', email: 'x', roleId: -1 }));
    const wrong = await server.call('admin', 'POST', 'security/users', rows);
    for (const index of rows.keys()) {
      for (const field of ['name', 'email', 'roleId']) expect(wrong.errors).toContain(`${index}.${field}.InvalidField`);
    }
    const huge = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: `{"login":"${'a'.repeat(6_000_000)}"}`,
    });
    expect(huge.statusCode).toBe(413);
    expect(huge.json()).toMatchObject({ status: { name: 'PayloadTooLarge' } });
    for (const part of ['%', '%e4', 'a'.repeat(501)]) {
      const unreadable = await server.app.inject(`/api/projects/${part}/details`);
      expect(unreadable.statusCode, part).toBe(400);
      expect(unreadable.headers.connection, part).toBe('close');
      expect(unreadable.json(), part).toEqual({
        payload: null,
        additionalInformation: null,
        status: { code: codeOf('BadRequest'), name: 'BadRequest' },
        errors: [],
        fieldErrors: [],
      });
    }
    for (const [query, field] of [
      ['projects/lists/2?perPage=1.5', 'perPage'],
      ['projects/lists/2?perPage=true', 'perPage'],
      ['projects/lists/1.5', 'projectTypeList'],
      ['registry/appropriations?perPage=1.5', 'perPage'],
      // Texts that JavaScript converts to a number, but that are not written numbers.
      ...['0x5', '1e1', '%2B5', '%205', '5%20'].flatMap((number) => [
        [`projects/lists/2?perPage=${number}`, 'perPage'],
        [`projects/lists/${number}`, 'projectTypeList'],
        [`registry/appropriations?perPage=${number}`, 'perPage'],
        [`registry/appropriations?page=${number}`, 'page'],
        [`projects/paged?perPage=${number}`, 'perPage'],
      ]),
      ...['0x7EA', '2026e0', '%2B2026'].map((year) => [
        `registry/appropriations?filter[budgetYear]=${year}`,
        'budgetYear',
      ]),
    ]) {
      expect(await server.call('admin', 'GET', query ?? ''), query).toMatchObject({
        httpStatus: 422,
        fieldErrors: [{ field, code: 'InvalidField' }],
      });
    }
  });

  it('refuses a parameter of a call that has none', async () => {
    for (const [login, url] of [
      [null, 'health?x=1'],
      ['admin', 'dashboard?x=1'],
      ['admin', 'security/roles/claims?x=1'],
    ] as const) {
      expect(await server.call(login, 'GET', url), url).toMatchObject({
        httpStatus: 422,
        fieldErrors: [{ field: 'x', code: 'UnknownField' }],
      });
    }
  });

  it('sends the security headers and an id with every answer', async () => {
    for (const url of ['/api/health', '/api/dashboard', '/api/nowhere', '/nowhere', '/api/projects/%/details']) {
      const { headers } = await server.app.inject(url);
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).not.toContain('unsafe-eval');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('has no answer of a call kept by a browser or a proxy, be it refused or not found', async () => {
    const authorization = `Bearer ${await server.token('admin')}`;
    for (const url of [
      '/api/health',
      '/api/configuration',
      '/api/dashboard',
      '/api/users/nema',
      '/api/nowhere',
      '/%61pi/dashboard',
      '/api/projects/%/details',
    ]) {
      for (const headers of [{}, { authorization }]) {
        const answer = await server.app.inject({ url, headers });
        expect(`${url} ${answer.statusCode}: ${String(answer.headers['cache-control'])}`).toMatch(/: no-store$/);
      }
    }
  });
});

describe('the log', () => {
  it('keeps no token of a link, neither of a page nor of a call', async () => {
    const lines: string[] = [];
    const { config, db, files, mail, now } = server.context;
    const { app } = await buildApp(
      { config: { ...config, logLevel: 'trace' }, db, files, mail, now },
      { logTo: { write: (line) => lines.push(line) } },
    );
    for (const path of ['/reset-password', '/activation', '/login/location', '/api/nowhere', '/api/projects/paged']) {
      await app.inject(`${path}?token=tajna-veza&TOKEN=tajna-veza&x=%74ajna-veza`);
    }
    await app.inject({
      method: 'POST',
      url: '/api/security/users/admin/password-reset?token=tajna-veza',
      headers: { referer: 'http://localhost/reset-password?token=tajna-veza', cookie: 'pimis_refresh=tajna-veza' },
      payload: { login: 'admin', password: 'tajna-veza', newPassword: 'tajna-veza', activationToken: 'tajna-veza' },
    });
    const token = `tajna-veza${'a'.repeat(54)}1`;
    for (const path of ['security', 'anonymous', 'nowhere', 'security/%']) {
      await app.inject(`/api/projects/documents/${token}/${path}`);
    }
    await app.inject(`/projects/documents/${token}`);
    // The audit log records a denial with the path of the call.
    await app.inject({
      url: `/api/administration/${token}`,
      headers: { authorization: `Bearer ${await server.token('local.user')}` },
    });
    await app.close();
    expect(lines.filter((line) => line.includes('"path":"/api/projects/documents/***/anonymous"'))).not.toEqual([]);
    expect(lines.filter((line) => line.includes('"path":"/reset-password"')).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes('ajna-veza'))).toEqual([]);
  });
});

describe('what the first screens ask', () => {
  it('the dashboard, tasks, search and look-ups', async () => {
    expect((await server.call('local.user', 'GET', 'dashboard')).payload).toMatchObject({
      organization: { id: '50112' },
      user: { roleName: 'Local_User' },
    });
    expect((await server.call('local.user', 'GET', 'dashboard/tasks')).payload).toEqual([]);
    expect((await server.call('local.user', 'GET', 'search?q=a')).payload).toEqual([]);
    expect(
      (await server.call<{ name: string }[]>('local.user', 'GET', 'registry/locations?filter[search]=cacak'))
        .payload?.[0]?.name,
    ).toBe('Чачак');
    expect(
      (await server.call<{ id: string }[]>(null, 'GET', 'registry/budget-users?filter[id]=5011')).payload?.map(
        (row) => row.id,
      ),
    ).toContain('50112');
    const rates = await server.call<{ id: string; exchangeRate: string }[]>(
      'local.user',
      'GET',
      'registry/exchange-rate?filter[search]=евро',
    );
    expect(rates.payload?.[0]).toMatchObject({ id: 'EUR' });
    expect(rates.payload?.[0]?.exchangeRate).toMatch(/^\d+\.\d{4}$/);
  });
});
