import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import { createProject, upload } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

const server = useServer();
let code = '';
let revision = '';
beforeAll(async () => {
  code = await createProject(server, 'local.user');
  const [made] = (await upload(server, 'local.user', code)).payload ?? [];
  revision = `projects/${code}/documents/${made?.id}/revisions/${made?.revisionId}`;
});

async function get(login: string, url: string) {
  const answer = await server.get(login, url);
  const isEnvelope = String(answer.headers['content-type']).startsWith('application/json');
  return {
    status: answer.statusCode,
    name: isEnvelope ? answer.json<Envelope<unknown>>().status.name : null,
    bytes: answer.rawPayload.length,
  };
}

/** Every streamed answer, with who may request it and an invalid parameter. */
const streamed = (): [login: string, url: string, wrong: string[]][] => [
  [
    'admin',
    'administration/audit/export',
    [
      'filter[x]=1',
      'sort_by=zzz',
      'filter[at-from]=jutros',
      'filter[operation-to]=1',
      'sort_desc=x',
      'page=0x1',
      'zzz=1',
    ],
  ],
  ['operator', 'registry/banks/export', ['format=pdf', 'zzz=1']],
  ['operator', 'registry/banks/export?format=xlsx', ['zzz=1']],
  ['operator', 'registry/banks/template', ['language=de', 'script=x', 'zzz=1']],
  ['local.user', 'reporting/board-reports/Projects-all', ['atDay=2026-02-30', 'reportFormat=pdf', 'sector=1', 'zzz=1']],
  ['admin', 'reporting/board-reports/projects-all?reportFormat=xlsx', ['atDay=2026-02-30', 'phase=x', 'zzz=1']],
  ['local.user', `reporting/projects/${code}/documents`, ['zzz=1']],
  ['local.user', `reporting/projects/${code}`, ['script=x', 'zzz=1']],
  ['local.user', `${revision}/download`, ['zzz=1']],
  ['local.user', 'operations/events', ['zzz=1']],
  ['local.user', 'operations/00000000-0000-4000-8000-000000000000/events', ['zzz=1']],
  ['local.user', 'operations/00000000-0000-4000-8000-000000000000/result', ['zzz=1']],
];

describe('an answer that is streamed', () => {
  it('is refused before its first byte where something is wrong to ask', async () => {
    const answered: string[] = [];
    for (const [login, url, wrong] of streamed()) {
      for (const query of wrong) {
        const { status } = await get(login, `${url}${url.includes('?') ? '&' : '?'}${query}`);
        if (status !== 422) answered.push(`${status} ${url} ${query}`);
      }
    }
    expect(answered.filter((line) => !/^400 .* (format|reportFormat)=pdf$/.test(line))).toEqual([]);
  });

  it('is one where nothing is', async () => {
    for (const [login, url] of streamed().filter(([, address]) => !address.startsWith('operations/0'))) {
      const { status, name, bytes } = await get(login, url);
      expect([url, status, name, bytes > 0]).toEqual([url, 200, null, true]);
    }
  });

  it('is an error answer if its first rows cannot be read', async () => {
    const away = async (table: string, name: string) => {
      await sql`alter table ${sql.id(table)} rename to ${sql.id(name)}`.execute(server.context.db);
    };
    for (const [login, url, table] of [
      ['admin', 'administration/audit/export', 'audit_chain'],
      ['operator', 'registry/banks/export', 'banks'],
      ['operator', 'registry/banks/export?format=xlsx', 'banks'],
    ] as const) {
      await away(table, `${table}_away`);
      const answer = await get(login, url);
      await away(`${table}_away`, table);
      expect([url, answer.status, answer.name]).toEqual([url, 500, 'ServiceError']);
      expect(server.failures.pop()).toContain('does not exist');
    }
  });
});
