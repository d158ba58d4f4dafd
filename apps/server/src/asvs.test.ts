import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import { DEMO_PASSWORD } from './modules/system/demo-accounts.ts';
import { useServer } from './testing/server.ts';

/* Rows of docs/security.md that no other test covers, tested on a running server. */

const server = useServer();
const SOURCES = join(import.meta.dirname, '..', '..', '..');

const PAGES = [
  '/api/docs/',
  '/api/health/live',
  '/api/notices',
  '/public',
  '/public/nowhere',
  '/nowhere',
  '/robots.txt',
];

const policyOf = (header: unknown) =>
  new Map(
    String(header)
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  );

describe('every answer', () => {
  it.each(PAGES)(
    '%s has a policy that loads nothing of others and is framed by nobody (3.4.3, 3.4.6, 14.2.3)',
    async (url) => {
      const answer = await server.app.inject({ url });
      const policy = policyOf(answer.headers['content-security-policy']);
      const directive = (name: string) => policy.get(name) ?? policy.get('default-src');
      expect(directive('object-src'), url).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      for (const value of [...policy.values()].flat())
        expect(value).toMatch(/^('self'|'none'|'unsafe-inline'|data:|blob:)$/);
      expect(directive('script-src')).not.toContain("'unsafe-inline'");
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
    },
  );

  it.each(PAGES)('%s has its type and UTF-8 (4.1.1)', async (url) => {
    const type = (await server.app.inject({ url })).headers['content-type'];
    expect(type).toMatch(/^(application\/json|text\/(html|plain)|application\/xml); charset=utf-8$/i);
  });

  it('leads to no other host (3.7.2)', async () => {
    for (const url of ['//evil.example/', '/api/docs', '/\\evil.example', '/?next=https://evil.example', '/public/']) {
      const { location } = (await server.app.inject({ url })).headers;
      if (location !== undefined) expect(String(location)).toMatch(/^\/(?![/\\])/);
    }
  });

  it('refuses TRACE, and shows no folder (13.4.3, 13.4.4)', async () => {
    const traced = await server.app.inject({
      method: 'TRACE' as 'GET',
      url: '/api/health',
      headers: { cookie: 'a=b' },
    });
    expect([404, 405, 400]).toContain(traced.statusCode);
    expect(traced.body).not.toContain('a=b');
    for (const url of [
      '/assets/',
      '/help/',
      '/api/docs/static/',
      '/.git/config',
      '/.env',
      '/api/docs/static/../../package.json',
    ]) {
      const answer = await server.app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 404]);
    }
  });

  it('asks for a single value of each parameter (15.3.7), and for known ones', async () => {
    for (const url of [
      'open-data/projects?page=1&page=2',
      'open-data/projects?nothing=1',
      'registry/budget-users?limit=1&limit=2',
    ]) {
      const answer = await server.app.inject({ url: `/api/${url}` });
      expect([url, answer.statusCode]).toEqual([url, 422]);
    }
  });

  it('names no program and no version (13.4.6)', async () => {
    const { headers } = await server.app.inject({ url: '/api/health' });
    expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined]);
  });
});

describe('a password', () => {
  it('may have 64 characters and more, of any script, and counts as typed (6.2.8, 6.2.9)', async () => {
    const long = `Лозинка 1!${'ђ'.repeat(200)}`;
    const change = (password: string, newPassword: string) =>
      server.call('reviewer', 'PUT', 'security/users/reviewer/password-update', {
        login: 'reviewer',
        password,
        newPassword,
      });
    expect((await change(DEMO_PASSWORD, long)).httpStatus).toBe(200);
    const signIn = async (password: string) => {
      const payload = { login: 'reviewer', password };
      const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload });
      return answer.json<Envelope<never>>().status.name;
    };
    expect(await signIn(long)).toBe('Success');
    expect(await signIn(long.toUpperCase())).toBe('InvalidUserPassword');
    expect(await signIn(long.slice(0, 64))).toBe('InvalidUserPassword');
  });
});

describe('sources', () => {
  const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: SOURCES })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));
  const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  it('evaluate no text (1.3.2), set no HTML (3.2.2), and start no shell (1.2.5)', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    expect(having(/\beval\(|new Function\(|setTimeout\(\s*['"`]/)).toEqual([]);
    expect(having(/dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write\(/)).toEqual([]);
    expect(having(/shell:\s*true|\bexecSync\(|[^.\w]exec\(['"`]/)).toEqual([]);
  });

  it('make random numbers that matter by the system (11.5.1)', () => {
    const users = having(/Math\.random\(/).filter((file) => /^apps\/server\/src\/(?!seed\/)/.test(file));
    // They choose a lane of the queue.
    expect(users.toSorted()).toEqual([
      'apps/server/src/modules/operations/service.ts',
      'apps/server/src/platform/jobs/jobs.ts',
    ]);
  });

  it('have no postMessage to other windows and no WebSocket (3.5.5, 4.4.1)', () => {
    expect(having(/new WebSocket\(|window\.(?:parent|opener)\b|\.postMessage\([^)]*,\s*['"`]\*/)).toEqual([]);
  });
});
