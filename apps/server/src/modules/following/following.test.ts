import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Following } from '@pimis/contract/daily';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

describe('following', () => {
  it('is open to everybody who sees the project; each answer has the new state', async () => {
    const code = await createProject(server, 'local.user');
    const path = `projects/${code}/follow`;
    expect((await server.call<Following>('local.admin', 'GET', path)).payload).toEqual({
      followed: false,
      followers: 0,
    });
    expect((await server.call<Following>('local.admin', 'PUT', path)).payload).toEqual({
      followed: true,
      followers: 1,
    });
    expect((await server.call<Following>('local.admin', 'PUT', path)).payload?.followers).toBe(1);
    expect((await server.call<Following>('local.power', 'GET', path)).payload).toEqual({
      followed: false,
      followers: 1,
    });
    expect((await server.call('other.user', 'PUT', path)).httpStatus).toBe(404);
    expect((await server.call('operator', 'PUT', path)).httpStatus).toBe(403);
    expect((await server.call(null, 'PUT', path)).httpStatus).toBe(401);
    expect((await server.call<Following>('local.admin', 'DELETE', path)).payload).toEqual({
      followed: false,
      followers: 0,
    });
    const { rows } = await sql<{ operation: string }>`
      select operation from audit_log where detail ->> 'code' = ${code} and operation like 'project.%follow'
      order by id`.execute(server.context.db);
    expect(rows.map((row) => row.operation)).toEqual(['project.follow', 'project.unfollow']);
  });

  it('filters the project table', async () => {
    const code = await createProject(server, 'local.user');
    await server.call('local.admin', 'PUT', `projects/${code}/follow`);
    const other = await createProject(server, 'local.user');
    const rows = await server.call<{ code: string }[]>(
      'local.admin',
      'GET',
      'projects/paged?followed=true&perPage=100',
    );
    expect(rows.payload?.map((row) => row.code)).toContain(code);
    expect(rows.payload?.map((row) => row.code)).not.toContain(other);
    expect((await server.call<unknown[]>('local.power', 'GET', 'projects/paged?followed=true')).payload).toEqual([]);
  });
});
