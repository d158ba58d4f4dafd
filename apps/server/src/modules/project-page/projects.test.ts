import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Phase } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { searchFold } from '@pimis/domain/text/transliterate';
import { newCode } from '../../testing/codes.ts';
import { act, createProject, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

describe('creating a project', () => {
  it('starts in the phase of its kind, with its form', async () => {
    const idea = await createProject(server, 'local.user');
    expect((await server.call<Project>('local.user', 'GET', `projects/${idea}`)).payload).toMatchObject({
      phase: 0,
      phaseStatus: 1,
      organizationId: '50112',
      important: false,
    });
    const important = await createProject(server, 'local.power', { important: true });
    expect((await server.call<Project>('local.power', 'GET', `projects/${important}`)).payload).toMatchObject({
      phase: 3,
      important: true,
    });
  });

  it('is numbered by the legal year of Belgrade, which begins an hour before that of UTC', async () => {
    const numbered = async (at: string) => {
      server.setNow(new Date(at));
      const code = await createProject(server, 'local.user');
      return (await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload?.number;
    };
    expect(await numbered('2026-12-31T22:59:00Z')).toMatch(/^2026-/);
    expect(await numbered('2026-12-31T23:30:00Z')).toMatch(/^2027-/);
    server.setNow(null);
  });

  it('proposes a free working name, ignoring case', async () => {
    const free = async (code: string) =>
      (await server.call<{ code: string }>('local.user', 'GET', `project-codes/free?code=${code}`)).payload?.code;
    const add = (code: string) =>
      server.call('local.user', 'POST', 'projects', { code, type: 3, sector: 1, important: false });
    expect(await free('VRTIC-PCELICA')).toBe('VRTIC-PCELICA');
    await add('Vrtic-Pcelica');
    expect(await free('VRTIC-PCELICA')).toBe('VRTIC-PCELICA-2');
    await add('VRTIC-PCELICA-2');
    expect(await free('VRTIC-PCELICA')).toBe('VRTIC-PCELICA-3');
    expect((await server.call('local.user', 'GET', 'project-codes/free?code=a')).httpStatus).toBe(422);
    expect((await server.call('reviewer', 'GET', 'project-codes/free?code=MOST')).status.name).toBe(
      'NotAllowedCreateProject',
    );
  });

  it('refuses a taken code ignoring case, a bad code, an unknown field, and users without the right', async () => {
    const code = await createProject(server, 'local.user');
    const body = { code: code.toLowerCase(), type: 3, sector: 1, important: false };
    expect(await server.call('local.user', 'POST', 'projects', body)).toMatchObject({
      httpStatus: 409,
      status: { name: 'TranExistsProjectCode' },
      fieldErrors: [{ field: 'code' }],
    });
    expect(await server.call('local.user', 'POST', 'projects', { ...body, code: 'ч' })).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'code', code: 'InvalidField' }],
    });
    expect(await server.call('local.user', 'POST', 'projects', { ...body, code: newCode(), owner: 'x' })).toMatchObject(
      { httpStatus: 422, fieldErrors: [{ field: 'owner', code: 'UnknownField' }] },
    );
    expect(
      await server.call('local.user', 'POST', 'projects', { ...body, code: newCode(), important: true }),
    ).toMatchObject({ status: { name: 'InvalidUserPermission' } });
    expect(await server.call('reviewer', 'POST', 'projects', { ...body, code: newCode() })).toMatchObject({
      status: { name: 'NotAllowedCreateProject' },
    });
    expect((await server.call(null, 'POST', 'projects', body)).httpStatus).toBe(401);
  });
});

describe('the visibility of projects', () => {
  it('includes the organization, the proposer and the centre, nobody else', async () => {
    const { code } = await lockedIdea(server);
    for (const login of ['local.user', 'local.admin', 'verifier', 'minister', 'reviewer', 'mei', 'admin']) {
      expect((await server.call(login, 'GET', `projects/${code}`)).httpStatus, login).toBe(200);
    }
    for (const login of ['other.user', 'evaluator', 'operator']) {
      expect((await server.call(login, 'GET', `projects/${code}`)).httpStatus, login).toBe(404);
    }
    const rows = await server.call<ProjectRow[]>('other.user', 'GET', 'projects/paged?perPage=100');
    expect(rows.payload).toEqual([]);
    expect((await server.call('operator', 'GET', 'projects/paged')).httpStatus).toBe(403);
    expect((await server.call('local.user', 'GET', 'projects/paged?status=archived')).httpStatus).toBe(403);
  });

  it('excludes a phase of another project under the code of a visible one', async () => {
    const [own, foreign] = [await createProject(server, 'local.user'), await createProject(server, 'other.user')];
    const phaseOf = async (login: string, code: string) =>
      (await server.call<Project>(login, 'GET', `projects/${code}`)).payload?.phases[0]?.projectPhaseId;
    const read = async (phase: number | null | undefined) =>
      (await server.call('local.user', 'GET', `projects/${own}/phases/${phase}/activities`)).httpStatus;
    expect(await read(await phaseOf('local.user', own))).toBe(200);
    expect(await read(await phaseOf('other.user', foreign))).toBe(404);
    expect((await server.call('local.user', 'GET', `projects/${foreign}/activities`)).httpStatus).toBe(404);
  });
});

describe('the project page', () => {
  const read = async (login: string, code: string) =>
    (await server.call<Project>(login, 'GET', `projects/${code}`)).payload;
  const sqlOf = (set: string, where: string) => sql.raw(`update ${set} where ${where}`).execute(server.context.db);

  it('names exactly the people who may take the step, the reader first', async () => {
    const { code } = await lockedIdea(server);
    await act(server, 'local.user', code, 1);
    const named = async (login: string) => (await read(login, code))?.actors.now[0]?.people.map(({ name }) => name);
    const [head, deputy] = ['Милош Петровић', 'Никола Стојановић'];
    expect(await named('local.user')).toEqual([head, deputy]);
    expect(await named('local.power')).toEqual([deputy, head]);
    await sqlOf(`projects set sent_by = (select id from users where login = 'local.power')`, `code = '${code}'`);
    expect(await named('local.user')).toEqual([head]);
    await sqlOf(`projects set sent_by = null`, `code = '${code}'`);
    // A role with Admin takes only steps of the administration, whatever its other claims.
    const role = sql`(select role_id from users where login = 'local.power')`;
    await sql`insert into role_claims (role_id, claim) values (${role}, 'Admin')`.execute(server.context.db);
    expect(await named('local.user')).toEqual([head]);
    await sql`delete from role_claims where role_id = ${role} and claim = 'Admin'`.execute(server.context.db);
    expect(await named('local.user')).toEqual([head, deputy]);
    // The user who confirmed cannot approve.
    await act(server, 'local.admin', code, 1);
    for (const [login, action] of [
      ['verifier', 1],
      ['ministry.admin', 1],
      ['minister', 1],
      ['ministry.admin', 1],
    ] as const) {
      await act(server, login, code, action);
    }
    const before = await named('reviewer');
    await sqlOf(`projects set confirmed_by = (select id from users where login = 'reviewer')`, `code = '${code}'`);
    expect(await named('reviewer')).toEqual(before?.slice(1));
  });

  it('does not count removed comments, and no longer offers or shows steps after the end', async () => {
    const { code } = await lockedIdea(server);
    const comment = await server.call<{ id: number }>('local.user', 'POST', `projects/${code}/comments`, {
      text: 'Грешка.',
    });
    expect((await read('local.user', code))?.counts.comments).toBe(1);
    await server.call('local.user', 'DELETE', `projects/${code}/comments/${comment.payload?.id}`);
    expect((await read('local.user', code))?.counts.comments).toBe(0);
    await act(server, 'local.user', code, 1);
    await act(server, 'local.admin', code, 2, { comment: 'Допуните.' });
    expect(await read('admin', code)).toMatchObject({
      rights: { merge: true, lists: false },
      returned: { comment: 'Допуните.' },
    });
    await sqlOf('projects set is_merged = true', `code = '${code}'`);
    expect((await read('admin', code))?.rights.merge).toBe(false);
    await sqlOf('projects set status = 1', `code = '${code}'`);
    expect((await read('admin', code))?.returned).toBeNull();
  });
});

describe('the project table', () => {
  it('pages without gaps, sorts, filters in both scripts and by ranges', async () => {
    const marks: string[] = [];
    for (const name of ['Водовод Чачак први', 'Водовод Чачак други', 'Школа у Нишу']) {
      const code = newCode('TAB');
      await server.call('local.user', 'POST', 'projects', { code, name, type: 3, sector: 5, important: false });
      marks.push(code);
    }
    const get = (query: string) => server.call<ProjectRow[]>('local.user', 'GET', `projects/paged?${query}`);
    for (const text of ['Cacak', 'Čačak', 'ЧАЧАК', 'чачак']) {
      expect((await get(`filter[name]=${encodeURIComponent(text)}`)).additionalInformation?.totalRows, text).toBe(2);
    }
    expect((await get(`filter[search]=${encodeURIComponent('nis')}`)).payload?.map((row) => row.code)).toContain(
      marks[2],
    );
    const total = Number((await get('perPage=100')).additionalInformation?.totalRows);
    const seen = new Set<string>();
    for (let page = 1; page <= Math.ceil(total / 5); page += 1) {
      for (const row of (await get(`perPage=5&page=${page}&sort_by=sector&sort_desc=false`)).payload ?? [])
        seen.add(row.code);
    }
    expect(seen.size).toBe(total);
    expect((await get('filter[totalValue-from]=1.00')).payload?.every((row) => Number(row.totalValue) >= 1)).toBe(true);
    expect((await get(`filter[createdDate-from]=2099-01-01`)).payload).toEqual([]);
    expect((await get('perPage=100&page=999')).additionalInformation?.totalRows).toBe(total);
  });

  it.each([
    'sort_by=password',
    'filter[owner]=x',
    'filter[name',
    'page=0',
    'perPage=1000',
    'filter[totalValue-from]=abc',
    'foo=1',
    'filter[createdDate-from]=2026-99-99',
    'filter[createdDate]=2026-02-31',
    'filter[createdDate]=0000-01-01',
    'filter[lastReporting-to]=2026-02-30',
    'filter[createdDate-to]=2026-02-28 25:00:00',
    `filter[phase]=${Array.from({ length: 101 }, () => '1').join(',')}`,
  ])('refuses %s', async (query) => {
    expect((await server.call('local.user', 'GET', `projects/paged?${query}`)).httpStatus).toBe(422);
  });

  it('uses days of Belgrade, and has rows without a day at the end', async () => {
    server.setNow(new Date('2031-03-09T23:30:00Z'));
    const code = newCode('DAN');
    await server.call('local.user', 'POST', 'projects', { code, type: 3, sector: 5, important: false });
    const found = async (filter: string) =>
      (
        await server.call<ProjectRow[]>('local.user', 'GET', `projects/paged?perPage=100&${encodeURI(filter)}`)
      ).payload?.some((row) => row.code === code);
    for (const filter of [
      'filter[createdDate]=2031-03-10',
      'filter[createdDate-from]=2031-03-10',
      'filter[lastChangeDate-to]=2031-03-10',
      'filter[createdDate-from]=2031-03-10 00:30:00',
    ]) {
      expect([filter, await found(filter)]).toEqual([filter, true]);
    }
    for (const filter of [
      'filter[createdDate]=2031-03-09',
      'filter[createdDate-to]=2031-03-09',
      'filter[lastChangeDate-from]=2031-03-11',
      'filter[createdDate-from]=2031-03-10 00:30:01',
    ]) {
      expect([filter, await found(filter)]).toEqual([filter, false]);
    }
    const phase = (await server.call<Phase[]>('local.user', 'GET', `projects/${code}/phases`)).payload?.[0];
    const activities = async (day: string) =>
      (
        await server.call(
          'local.user',
          'GET',
          `projects/${code}/phases/${phase?.id}/activities?filter[changedDate]=${day}`,
        )
      ).additionalInformation?.totalRows;
    expect([await activities('2031-03-10'), await activities('2031-03-09')]).toEqual([1, 0]);
    const { db } = server.context;
    await db.updateTable('projects').set({ last_reporting: '2031-01-01' }).where('code', '=', code).execute();
    for (const direction of ['true', 'false']) {
      const sorted = await server.call<ProjectRow[]>(
        'local.user',
        'GET',
        `projects/paged?sort_by=lastReporting&sort_desc=${direction}`,
      );
      expect(sorted.payload?.[0]?.code).toBe(code);
    }
    server.setNow(null);
  });

  it('treats wildcards and quotes as plain text', async () => {
    for (const text of ['%', '_', "'; drop table projects; --", '\\']) {
      expect(
        (await server.call('local.user', 'GET', `projects/paged?filter[name]=${encodeURIComponent(text)}`)).httpStatus,
      ).toBe(200);
    }
    expect(
      (await server.call('local.user', 'GET', `projects/paged?filter[name]=${encodeURIComponent('%')}`)).payload,
    ).toEqual([]);
  });
});

describe('the search key', () => {
  it('is the same rule in the database and in the domain', async () => {
    const texts = ['Чачак', 'ЂАК Љиљана Џем', 'Čačak đak džem LJUBAV', 'Ниш 2026-04 „Тест“', 'Ćuprija žÉß', 'abc_%'];
    texts.push('Kőszeg Plzeň Łódź Ærø Þór İstanbul đj ђј ДЈ ǆ Ǌ', 'Čačak Đak'.normalize('NFD'), 'ѝ ё й ї');
    texts.push('ре\u00adзер\u200bво\u2060ар', '\ufeffпр\u200cви\u200d', '\u180eа\u034fб\u200eв\u200f');
    for (const text of texts) {
      const { rows } = await sql<{ key: string }>`select pimis_fold(${text}) as key`.execute(server.context.db);
      expect(rows[0]?.key, text).toBe(searchFold(text));
    }
  });

  it('separates codes, numbers and names, skips empty ones, and works with an empty search path', async () => {
    const { rows } = await server.context.db.transaction().execute(async (tx) => {
      await sql`set local search_path = ''`.execute(tx);
      const keys = await sql<{ key: string; none: string }>`
        select public.pimis_search_key(array['В-1', null, '', '2026/4'], array['Ђак', '„“', 'Дом здравља'], array['100', null, '7']) as key,
               public.pimis_search_key(null, null) as none`.execute(tx);
      await sql`set local search_path to default`.execute(tx);
      return keys;
    });
    expect(rows).toEqual([{ key: ' v 1 2026 4 #100 #7  dak  dom zdravlja', none: '' }]);
  });
});
