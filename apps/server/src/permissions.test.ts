import { describe, expect, it } from 'vitest';
import { CALL_ACCESS, type CallAccess } from '@pimis/contract/access';
import type { CallName } from '@pimis/contract/calls';
import { can, type PolicyResource } from '@pimis/domain/access/policies';
import { ROLES } from '@pimis/domain/access/roles';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import { DEMO_ACCOUNTS } from './modules/system/demo-accounts.ts';
import { createProject, upload } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

const server = useServer();

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Route {
  method: Method;
  /** In the server's form: /registry/banks/:id. */
  path: string;
  name: string;
  registry: string | undefined;
  access: CallAccess | undefined;
}

function accessOf(name: string): CallAccess | undefined {
  return Object.hasOwn(CALL_ACCESS, name) ? CALL_ACCESS[name as CallName] : undefined;
}

let known: Promise<Route[]> | undefined;

/** Every call of the running server, with its row in the table of permissions. */
function routes(): Promise<Route[]> {
  known ??= readRoutes();
  return known;
}

async function readRoutes(): Promise<Route[]> {
  const { paths } = (await server.app.inject('/api/docs/json')).json<{
    paths: Record<string, Record<string, object>>;
  }>();
  return Object.entries(paths).flatMap(([described, methods]) =>
    Object.keys(methods).map((lower): Route => {
      const path = described.replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, ':$1');
      const method = lower.toUpperCase() as Method;
      const exact = `${method} ${path}`;
      const code = /^\/registry\/([^/:]+)/.exec(path)?.[1];
      const registry = code !== undefined && findRegistry(code) ? code : undefined;
      const name = accessOf(exact) === undefined && registry ? exact.replace(`/${registry}`, '/:registry') : exact;
      return { method, path, name, registry, access: accessOf(name) };
    }),
  );
}

const NOWHERE: Readonly<Record<string, string>> = {
  projectTypeList: '3',
  document: '1',
  id: '00000000-0000-4000-8000-000000000000',
};
/** Addresses with parameters that do not exist. */
const addressOf = (path: string, values: Readonly<Record<string, string>> = {}) =>
  `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? NOWHERE[name] ?? '999999999')}`;

/** An invalid value: a permitted caller reaches the validation and changes nothing. */
const BROKEN = { headers: { 'content-type': 'application/json' }, payload: '{"broken":' };

async function ask(route: Pick<Route, 'method'>, url: string, token: string | null) {
  const body = route.method === 'GET' ? undefined : BROKEN;
  const answer = await server.app.inject({
    method: route.method,
    url,
    headers: { ...body?.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { payload: body.payload } : {}),
  });
  return answer.statusCode;
}

function resourceOf({ registry }: Route): PolicyResource | undefined {
  const claim = registry === undefined ? undefined : findRegistry(registry)?.claim;
  return claim === undefined ? undefined : { registryClaim: claim };
}

/** A body that would change the resource if the call were permitted. Files are refused by their missing type (415). */
const BODIES: Readonly<Partial<Record<CallName, object>>> = {
  'POST /projects/:projectCode/forms/:phaseFormId/remarks': { place: null, text: 'Примедба.' },
  'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId': { text: 'Примедба.' },
  'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId/answer': {
    answer: null,
    done: true,
    answeredDate: null,
  },
  'POST /security/users/:login/stand-ins': { firstDay: '2999-01-01', lastDay: '2999-01-02', actingUser: null },
  'PUT /projects/:projectCode': { code: 'TUDJE', name: 'Туђи назив' },
  'PATCH /projects/:projectCode': { status: 2 },
  'PUT /projects/:projectCode/actions': { action: 1 },
  'PUT /projects/:projectCode/organizations': { add: ['50101'], remove: [] },
  'PUT /projects/:projectCode/appropriations': { add: [], remove: [] },
  'POST /projects/:projectCode/comments': { text: 'Туђи коментар' },
  'PUT /projects/:projectCode/comments/:commentId': { text: 'Туђа измена' },
  'PUT /projects/:projectCode/forms/:phaseFormId/evaluator': { organizationId: null },
  'PUT /projects/:projectCode/documents/:documentId/revisions/:revisionId/link': { expiresOn: null },
  'POST /projects/:projectCode/documents/uploaded': {
    files: [{ uploadId: '00000000-0000-4000-8000-000000000000', description: 'Туђи опис' }],
  },
  'PUT /security/organizations/:organizationId': { nameShort: 'ТУЂ' },
  'POST /security/organizations/:organizationId/request-resolve': { respond: 1 },
  'PUT /security/users/:login/profile': { name: 'Туђе име', email: 'tudje@example.rs', login: 'local.user', id: 1 },
  'PUT /security/users/:login/password-update': { login: 'local.user', password: 'a', newPassword: 'b' },
};

/** Required query parameters. */
const queryOf = (path: string, phaseFormId: string | undefined) => {
  if (/^\/reporting.*forms$/.test(path)) return `?phaseFormId=${phaseFormId}`;
  if (path.endsWith('/comments/people')) return '?q=local';
  return path.endsWith('/comments/mentions') ? '?logins=local.user' : '';
};

describe('every call of the running server', () => {
  it('has a row in the table of permissions, and every row a call', async () => {
    const found = await routes();
    expect(found.filter(({ access }) => access === undefined).map(({ name }) => name)).toEqual([]);
    const served = new Set(found.map(({ name }) => name));
    expect(Object.keys(CALL_ACCESS).filter((name) => !served.has(name))).toEqual([]);
  });

  it('asks for a token unless it is open to anybody', async () => {
    const wrong: string[] = [];
    for (const route of await routes()) {
      const { access, registry } = route;
      const open =
        access === 'anybody' ||
        (typeof access === 'object' && access.open === true && findRegistry(registry ?? '')?.open === true);
      const status = await ask(route, addressOf(route.path), null);
      // Papers of a request need its token or a signed-in user.
      const refused = status === 401 && !/\/documents\/:document$|\/login\/refresh$/.test(route.path);
      if (refused === open) wrong.push(`${route.name}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(DEMO_ACCOUNTS.map(({ login, roleName, organizationId }) => [roleName, login, organizationId] as const))(
    'lets %s (%s) through where the table does, and nowhere else',
    async (roleName, login, organizationId) => {
      const claims = new Set(ROLES.find(({ name }) => name === roleName)?.claims ?? []);
      const user = { id: -1, organizationId, claims };
      const token = await server.token(login);
      const wrong: string[] = [];
      for (const route of await routes()) {
        const { access, name, path } = route;
        if (access === undefined || access === 'anybody' || name === 'POST /login/logout') continue;
        const status = await ask(
          route,
          addressOf(path, { login: access === 'oneself' ? login : 'nobody.such' }),
          token,
        );
        const allowed = typeof access === 'string' || access.any.some((one) => can(user, one, resourceOf(route)));
        const refusal = typeof access === 'object' && access.hidden ? 404 : 403;
        const fits = allowed ? status !== 401 && status !== 403 : status === refusal;
        if (!fits) wrong.push(`${name} (${allowed ? 'may' : 'may not'}): ${status}`);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('answers about oneself to nobody else', async () => {
    const token = await server.token('local.admin');
    for (const route of await routes()) {
      if (route.access !== 'oneself') continue;
      expect([route.name, await ask(route, addressOf(route.path, { login: 'local.user' }), token)]).toEqual([
        route.name,
        403,
      ]);
    }
  });

  it('gives nothing of an organization to people of another', async () => {
    const code = await createProject(server, 'local.power', { sector: 1 });
    const phases = await server.call<{ id: number; forms: { id: number }[] }[]>(
      'local.power',
      'GET',
      `projects/${code}/phases`,
    );
    const phase = phases.payload?.[0];
    const stored = (await upload(server, 'local.power', code)).payload?.[0];
    const begun = await server.app.inject({
      method: 'POST',
      url: `/api/projects/${code}/uploads`,
      headers: {
        authorization: `Bearer ${await server.token('local.power')}`,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
      },
    });
    const things: Record<string, string> = {
      uploadId: String(begun.headers.location).split('/').at(-1) ?? '',
      projectCode: code,
      projectPhaseId: String(phase?.id),
      phaseId: '11',
      phaseFormId: String(phase?.forms[0]?.id),
      revision: '1',
      documentId: String(stored?.id),
      revisionId: String(stored?.revisionId),
      secureLink: 'true',
      organizationId: '50112',
      login: 'local.user',
    };
    const named = (await routes()).filter(
      ({ path, access }) => access !== 'anybody' && /:(projectCode|organizationId|login)\b/.test(path),
    );
    expect(named.length).toBeGreaterThan(35);
    const leaked: string[] = [];
    for (const route of named) {
      for (const login of ['other.user', 'evaluator', 'ministry.admin']) {
        const answer = await server.app.inject({
          method: route.method,
          url: `${addressOf(route.path, things)}${queryOf(route.path, things.phaseFormId)}`,
          headers: { authorization: `Bearer ${await server.token(login)}` },
          ...(route.method === 'GET' || route.method === 'DELETE'
            ? {}
            : { payload: BODIES[route.name as CallName] ?? {} }),
        });
        const takesFiles = /\/(documents|import)$/.test(route.path) && route.method === 'POST';
        if (![403, 404].includes(answer.statusCode) && !(takesFiles && answer.statusCode === 415)) {
          leaked.push(`${login} ${route.name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        }
      }
    }
    expect(leaked).toEqual([]);
  }, 60_000);
});
