import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notice } from '@pimis/contract/notices';
import { addDays } from '@pimis/domain/dates/dates';
import { today } from '../platform/context.ts';
import { BUDGET } from '../testing/ideas-with-needs.ts';
import { useCommands } from '../testing/own-process.ts';
import { useServer } from '../testing/server.ts';
import { readSettingsFile, type SettingsFile, settingsText } from './settings-file/file.ts';
import { importSettings, settingsOf } from './settings-file/settings-file.ts';

const server = useServer();
const command = useCommands(server);
const folder = mkdtempSync(join(tmpdir(), 'pimis-settings-'));
const path = join(folder, 'settings.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROLE = { name: 'Референт', description: 'Чита кориснике', claims: ['User_View', 'Role_View'] };

beforeAll(async () => {
  const day = today(server.context);
  const notice = {
    title: 'Радови',
    text: 'Систем не ради.',
    startDate: day,
    endDate: addDays(day, 1),
    timeFrom: '08:00',
  };
  await server.call('admin', 'POST', 'security/roles', ROLE);
  await server.call('admin', 'POST', 'notices', notice);
  await server.call('admin', 'POST', 'notices', { ...notice, text: 'Исти наслов, други текст.' });
  const ceiling = { year: 2027, source: BUDGET, sector: null, amount: '250.5', revision: 0 };
  await server.call('reviewer', 'PUT', 'portfolio/ceilings', ceiling);
});

async function run(args: readonly string[]): Promise<{ line: string; exitCode: number | null }> {
  const { child, found } = await command(
    args,
    /^(The settings are in .*|Nothing changes\.|\d+ (?:would change|changed)\.)$/m,
  );
  if (child.exitCode === null) await once(child, 'exit');
  return { line: found[0], exitCode: child.exitCode };
}

const present = async (): Promise<SettingsFile> => readSettingsFile(settingsText(await settingsOf(server.context)));
const apply = async (file: SettingsFile, { check = false, account }: { check?: boolean; account?: string } = {}) =>
  importSettings(server.context, readSettingsFile(JSON.stringify(file)), { check, account });
const lastRow = () =>
  server.context.db
    .selectFrom('audit_log')
    .select(['id', 'user_id', 'operation', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('settings as a file', () => {
  it('come back unchanged: an import of what was exported changes nothing', async () => {
    expect(await run(['export-settings', path])).toEqual({ line: `The settings are in ${path}.`, exitCode: 0 });
    const text = readFileSync(path, 'utf8');
    const before = await lastRow();
    expect(await run(['import-settings', path, '--check'])).toEqual({ line: 'Nothing changes.', exitCode: 0 });
    expect(await run(['import-settings', path])).toEqual({ line: 'Nothing changes.', exitCode: 0 });
    expect(await lastRow()).toEqual(before);
    expect(settingsText(await settingsOf(server.context))).toBe(text);
    const file = readSettingsFile(text);
    expect(file.roles).toContainEqual({
      organization: '00000',
      ...ROLE,
      claims: ['Role_View', 'User_View'],
      secondFactor: false,
    });
    expect(file.notices).toHaveLength(2);
    expect(file.ceilings).toEqual([{ year: 2027, source: BUDGET, sector: null, amount: '250.50' }]);
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'ceilings',
      'format',
      'head',
      'notices',
      'roles',
      'systemRoles',
    ]);
  });

  it('say with --check what would change, and change it with a row of the audit log for each', async () => {
    const { roles = [], ...file } = await present();
    const changed = roles.map((role) =>
      role.name === ROLE.name ? { ...role, claims: ['Role_View', 'Project_View'], secondFactor: true } : role,
    );
    const line = `~ role 00000/${ROLE.name}: claims +Project_View -User_View, secondFactor false → true`;
    const before = await lastRow();
    expect(await apply({ ...file, roles: changed }, { check: true })).toEqual([line]);
    expect(await lastRow()).toEqual(before);
    writeFileSync(path, JSON.stringify({ format: 1, roles: changed }));
    expect(await run(['import-settings', path, '--check'])).toEqual({ line: '1 would change.', exitCode: 1 });
    expect(await run(['import-settings', path])).toEqual({ line: '1 changed.', exitCode: 0 });
    const rows = await server.context.db
      .selectFrom('audit_log')
      .select(['user_id as user', 'operation', 'detail'])
      .where('id', '>', before.id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      {
        user: null,
        operation: 'role.update',
        detail: { before: { claims: ['Role_View', 'User_View'] }, after: { claims: ['Project_View', 'Role_View'] } },
      },
      {
        user: null,
        operation: 'role.secondFactor',
        detail: { before: { secondFactor: false }, after: { secondFactor: true } },
      },
    ]);
    expect((await present()).roles).toEqual(changed.map((role) => ({ ...role, claims: role.claims.toSorted() })));
  });

  it('make, change and remove roles, notices, the head and ceilings; what the file lacks stays', async () => {
    const { notices = [], ...file } = await present();
    const begun = addDays(today(server.context), -1);
    const lines = await apply(
      {
        format: 1,
        head: { institution: 'Министарство за пробу' },
        roles: [{ organization: '00000', ...ROLE, name: 'Други', secondFactor: true }],
        notices: [
          { title: 'Почело', text: 'Јуче.', startDate: begun, endDate: today(server.context) },
          { title: 'Прошло', text: 'Давно.', startDate: '2020-01-01', endDate: '2020-01-02' },
        ],
        systemRoles: { Administrator: { secondFactor: true } },
        ceilings: [{ year: 2028, source: BUDGET, sector: 2, amount: '7' }],
      },
      { account: 'reviewer' },
    );
    expect(lines).toEqual([
      expect.stringMatching(/^~ head: institution ".*" → "Министарство за пробу"$/) as string,
      '~ role Administrator: secondFactor false → true',
      '- role 00000/Референт',
      '+ role 00000/Други: Role_View User_View, second factor',
      `+ notice ${begun} Почело`,
      `- notice ${today(server.context)} Радови`,
      `- notice ${today(server.context)} Радови`,
      `- ceiling 2027/all sectors/${BUDGET}: 250.50`,
      `+ ceiling 2028/2/${BUDGET}: 7.00`,
    ]);
    const { payload } = await server.call<Notice[]>(null, 'GET', 'notices');
    expect(payload?.map(({ title }) => title)).toEqual(['Почело']);
    expect(await apply({ format: 1, notices: [] })).toEqual([`- notice ${begun} Почело`]);
    expect((await present()).ceilings).toEqual([{ year: 2028, source: BUDGET, sector: 2, amount: '7.00' }]);
    await apply({ ...file, notices }, { account: 'reviewer' });
    expect(await present()).toEqual({ ...file, notices });
  });

  it('are refused by the place in the file, and nothing of them is applied', async () => {
    const before = await present();
    const row = await lastRow();
    const role = { organization: '00000', ...ROLE, name: 'Нова', secondFactor: false };
    const notice = { title: 'Ново', text: 'Текст', startDate: '2099-02-02', endDate: '2099-02-01' };
    const refused: [object, string][] = [
      [{ colour: 'red' }, 'colour: is unknown'],
      [{ roles: [{ ...role, power: 1 }] }, 'roles[0].power: is unknown'],
      [
        { roles: [role, { ...role, name: 'Друга', claims: ['Role_View', 'All'] }] },
        'roles[1].claims[1]: there is no claim All',
      ],
      [
        { roles: [{ ...role, claims: ['Refresh_Token'] }] },
        'roles[0].claims[0]: Refresh_Token is for roles of the system',
      ],
      [{ roles: [role, { ...role, name: 'НОВА' }] }, 'roles[1]: is roles[0] again'],
      [{ roles: [{ ...role, organization: '99999' }] }, 'roles[0].organization: there is no organization 99999'],
      [{ roles: [role, { ...role, name: 'Reviewer' }] }, 'roles[1]: '],
      [{ systemRoles: { Nobody: { secondFactor: true } } }, 'systemRoles.Nobody: there is no such role'],
      [{ systemRoles: { Administrator: { secondFactor: 'yes' } } }, 'systemRoles.Administrator.secondFactor: '],
      [{ head: { institution: ' ' } }, 'head.institution: '],
      [{ notices: [notice] }, 'notices[0]: '],
      [{ notices: [{ ...notice, endDate: '2099-99-99' }] }, 'endDate.InvalidField'],
      [{ ceilings: [{ year: 2027, source: BUDGET, sector: 9, amount: '1' }] }, 'ceilings[0].sector: '],
      [{ ceilings: [{ year: 2027, source: BUDGET, sector: 1, amount: '-1' }] }, 'ceilings[0].amount: is not written'],
      [{ ceilings: [{ year: 2027, source: BUDGET, sector: 1, amount: '1' }] }, '--account LOGIN'],
    ];
    for (const [part, place] of refused) {
      // The parts before a wrong one would be applied first.
      const file = { format: 1, head: { institution: 'Не сме остати' }, ...part } as SettingsFile;
      await expect(apply(file), place).rejects.toThrow(place);
    }
    await expect(apply({ ...before, ceilings: [] }, { account: 'operator' })).rejects.toThrow('operator may not');
    expect(() => readSettingsFile('{')).toThrow('The file is no JSON');
    expect(() => readSettingsFile('{"format":2}')).toThrow('format: ');
    expect(await present()).toEqual(before);
    expect(await lastRow()).toEqual(row);
  });
});
