import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ImportResult, RegistryChange, RegistryRow } from '@pimis/contract/registries';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import { nearCondition } from '../../platform/lists/search.ts';
import { runImport, sendImport } from '../../testing/registry.ts';
import { useServer } from '../../testing/server.ts';
import { variations } from '../../testing/thorough.ts';

const server = useServer();

const list = (url: string, login: string | null = 'local.user') =>
  server.call<RegistryRow[]>(login, 'GET', `registry/${url}`);
const names = async (url: string) => ((await list(url)).payload ?? []).map((row) => row.name);

const send = (login: string, registry: string, content: Buffer | string, query = '') =>
  sendImport(server, login, registry, content, query);

async function file(registry: string, query = ''): Promise<Buffer> {
  const answer = await server.get('local.user', `registry/${registry}/export${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

describe('reading', () => {
  it.each(REGISTRIES.map(({ code }) => code))(
    '%s: everyone signed in sees rows, a row and its history',
    async (code) => {
      const page = await list(`${code}?perPage=5`);
      expect(page.httpStatus).toBe(200);
      const [row] = page.payload ?? [];
      expect(row?.name).toBeTruthy();
      const one = await server.call<RegistryRow>(
        'local.user',
        'GET',
        `registry/${code}/${encodeURIComponent(String(row?.id))}`,
      );
      expect(one.payload?.id).toBe(row?.id);
      expect((await list(`${code}/${encodeURIComponent(String(row?.id))}/changes`)).httpStatus).toBe(200);
      expect((await list(`${code}?filter[nothing]=1`)).httpStatus).toBe(422);
    },
  );

  it('is open to anybody for data that a registration needs, without contacts', async () => {
    const open = await list('budget-users?filter[search]=prokuplje', null);
    expect(open.payload?.[0]).toHaveProperty('name');
    expect(open.payload?.[0]).not.toHaveProperty('email');
    expect((await list('budget-users?filter[email]=a', null)).httpStatus).toBe(422);
    expect((await list('currencies', null)).httpStatus).toBe(401);
  });
});

describe('search', () => {
  it.each([
    ['Cacak', 'Чачак'],
    ['Čačak', 'Чачак'],
    ['ЧАЧАК', 'Чачак'],
    ['Nis', 'Ниш'],
    ['indjija', 'Инђија'],
    ['инђија', 'Инђија'],
    ['Inđija', 'Инђија'],
  ])('%s finds %s', async (typed, name) => {
    const found = await names(`locations?filter[search]=${encodeURIComponent(typed)}`);
    expect(
      found.some((one) => one.includes(name)),
      found.join(),
    ).toBe(true);
  });

  it('ranks exact matches and beginnings before matches inside', async () => {
    expect((await names('locations?filter[search]=nis'))[0]).toMatch(/^Ниш/);
    expect((await list('budget-users?filter[search]=50112')).payload?.[0]?.id).toBe('50112');
    expect(
      (await list('budget-users?filter[search]=501&perPage=50')).payload?.every(({ id }) =>
        String(id).startsWith('501'),
      ),
    ).toBe(true);
    expect(await names('locations?filter[search]=%25%5C_')).toEqual([]);
  });

  it.each([
    ['Крагујевас', 'Крагујевац', 'a wrong letter'],
    ['kragujevc', 'Крагујевац', 'a missing letter'],
    ['Krragujevac', 'Крагујевац', 'an extra letter'],
    ['Kargujevac', 'Крагујевац', 'two swapped letters'],
    ['Ваљебо', 'Ваљево', 'a wrong letter'],
    ['Валево', 'Ваљево', 'a wrong letter that Latin writes as two'],
    ['Прокупше', 'Прокупље', 'another letter that Latin writes as two'],
    ['Prokuplke', 'Прокупље', 'a wrong half of a letter of two'],
    ['Гњилани', 'Гњилане', 'a wrong last letter'],
  ])('%s finds %s in spite of %s', async (typed, name) => {
    expect(await names(`locations?filter[search]=${encodeURIComponent(typed)}`)).toContain(name);
  });

  it('tolerates one wrong letter, none in short words and codes, and exact hits come first', async () => {
    const found = (typed: string) => names(`locations?filter[search]=${encodeURIComponent(typed)}`);
    expect(await found('Крагујеваш')).toContain('Крагујевац');
    expect(await found('Кругујеваш')).toEqual([]);
    // Words of three letters match exactly, and so do digits.
    expect(await found('Нил')).not.toContain('Ниш');
    expect((await list('locations?filter[search]=70018')).payload).toEqual([]);
    expect(await found('Пећи')).not.toContain('Пећ');
    await server.call('operator', 'POST', 'registry/payment-codes', { code: '895', name: 'Аутопуш' });
    await server.call('operator', 'POST', 'registry/payment-codes', { code: '896', name: 'Јавни аутопут' });
    expect(await names('payment-codes?filter[search]=autoput')).toEqual(['Јавни аутопут', 'Аутопуш']);
    expect((await list('exchange-rate?filter[search]=francsuki')).httpStatus).toBe(200);
    const legal = await names('organizations?filter[search]=Прокуплјe');
    expect(legal.join()).toContain('Прокупљ');
  });

  it('with a wrong letter uses the index, no matter how few rows exist', async () => {
    const keys = { key: sql.ref('t.search_key'), name: sql.ref('t.name') };
    const plan = await sql<Record<string, string>>`
      explain select id from budget_users t where ${nearCondition(keys, 'Прокуплње škola')}`.execute(server.context.db);
    const lines = plan.rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('budget_users_near');
    expect(lines).not.toContain('Seq Scan');
  });

  it('shows which codes are provisional, and when banks have ended', async () => {
    const kosovo = (await list('locations?filter[region]=Косова&perPage=50')).payload ?? [];
    expect(kosovo).toHaveLength(29);
    expect(new Set(kosovo.map((row) => row.codeStatus))).toEqual(new Set(['привремена шифра']));
    const weights = [5, 4, 3, 2];
    const passes = (id: string) =>
      (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(id[at]), 0) % 11)) % 11 === Number(id[4]);
    // A provisional code never passes the check of real codes of municipalities.
    expect(kosovo.filter(({ id }) => passes(String(id)))).toEqual([]);
    const banks = (await list('banks?filter[validAt]=all&perPage=50')).payload ?? [];
    for (const bank of banks)
      expect([bank.name, Boolean(bank.validTo)]).toEqual([bank.name, bank.status === 'престала']);
  });

  it('for a few digits finds ids and codes, not tax numbers', async () => {
    await server.call('operator', 'POST', 'registry/budget-users', {
      id: '00077',
      name: 'А',
      taxIdNumber: '733000001',
    });
    await server.call('operator', 'POST', 'registry/budget-users', { id: '73300', name: 'Я' });
    const found = await list('budget-users?filter[search]=733');
    expect(found.payload?.map(({ id }) => id)).toEqual(['73300']);
  });
});

describe('maintenance', () => {
  const funding = (changes: Record<string, unknown> = {}) => ({ code: '91', name: 'Пробни извор', ...changes });

  it('lists rows with the names that their codes refer to, once for each code', async () => {
    const answer = await list('locations?filter[search]=cacak');
    const { names } = answer.additionalInformation as { names: Record<string, Record<string, string>> };
    const codes = new Set(answer.payload?.map(({ districtCode }) => String(districtCode)));
    expect(new Set(Object.keys(names.districtCode ?? {}))).toEqual(codes);
    expect(Object.values(names.districtCode ?? {})).toContain('Моравички управни округ');
    expect((await list('banks')).additionalInformation?.names).toEqual({});
  });

  it('is allowed to the registry’s own role and to Registry_Manage', async () => {
    server.setNow(new Date('2026-05-03T09:00:00Z'));
    expect((await server.call('local.user', 'POST', 'registry/funding-sources', funding())).httpStatus).toBe(403);
    expect((await list('funding-sources', 'operator')).additionalInformation?.canWrite).toBe(true);
    expect((await list('funding-sources')).additionalInformation?.canWrite).toBe(false);
    const made = await server.call<RegistryRow>('operator', 'POST', 'registry/funding-sources', funding());
    expect(made.payload).toMatchObject({ id: '91', name: 'Пробни извор' });
    const again = await server.call('operator', 'POST', 'registry/funding-sources', funding());
    expect(again.status.name).toBe('DuplicateRegistryRow');
    const unknown = await server.call('operator', 'POST', 'registry/funding-sources', funding({ code: '92', more: 1 }));
    expect(unknown).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'more', code: 'UnknownField' }] });
    const wrong = await server.call('operator', 'POST', 'registry/funding-sources', funding({ code: 'абв' }));
    expect(wrong).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'code' }] });
  });

  it('keeps a row consistent under two concurrent changes, and its history', async () => {
    const path = 'registry/funding-sources/91';
    const { additionalInformation } = await server.call('operator', 'GET', path);
    const revision = additionalInformation?.revision;
    expect((await server.call('operator', 'PUT', path, { name: 'Нови назив', revision })).httpStatus).toBe(200);
    const late = await server.call('operator', 'PUT', path, { name: 'Други назив', revision });
    expect(late.status.name).toBe('RecordConflict');
    const { payload } = await server.call<RegistryChange[]>('operator', 'GET', `${path}/changes`);
    expect(payload?.map(({ operation }) => operation)).toEqual(['registry.update', 'registry.create']);
    expect(payload?.[0]).toMatchObject({ before: { name: 'Пробни извор' }, after: { name: 'Нови назив' } });
    expect(payload?.[0]?.user).toBeTruthy();
    expect((await server.call<RegistryChange[]>('local.user', 'GET', `${path}/changes`)).payload?.[0]?.user).toBeNull();
  });

  it('ends a row without removing it: lists no longer offer it, but it can be read', async () => {
    const path = 'registry/funding-sources/91';
    expect((await server.call('operator', 'DELETE', `${path}?validTo=2020-01-01`)).httpStatus).toBe(422);
    server.setNow(new Date('2026-05-04T09:00:00Z'));
    expect((await server.call<RegistryRow>('operator', 'DELETE', path)).payload?.validTo).toBe('2026-05-04');
    expect((await server.call('operator', 'DELETE', path)).status.name).toBe('RegistryRowEnded');
    server.setNow(new Date('2026-05-05T09:00:00Z'));
    expect((await list('funding-sources?filter[search]=91')).payload).toEqual([]);
    expect((await list('funding-sources?filter[search]=91&filter[validAt]=all')).payload).toHaveLength(1);
    expect((await list('funding-sources?filter[search]=91&filter[validAt]=2026-05-04')).payload).toHaveLength(1);
    expect((await server.call<RegistryRow>('local.user', 'GET', path)).payload?.name).toBe('Нови назив');
    server.setNow(null);
  });

  it('ends a row before its first day, so that it never becomes valid', async () => {
    const row = { code: '92', name: 'Будући извор', validFrom: '2041-01-01' };
    expect((await server.call('operator', 'POST', 'registry/funding-sources', row)).httpStatus).toBe(200);
    const path = 'registry/funding-sources/92';
    expect((await server.call('operator', 'PUT', path, { validTo: '2040-12-31' })).httpStatus).toBe(422);
    expect((await server.call<RegistryRow>('operator', 'DELETE', path)).payload?.validTo).toBe('2040-12-31');
    expect((await list('funding-sources?filter[search]=92&filter[validAt]=2041-01-01')).payload).toEqual([]);
    expect((await server.call('operator', 'DELETE', path)).status.name).toBe('RegistryRowEnded');
  });

  it('ends a row on its first day, on which it was valid', async () => {
    server.setNow(new Date('2026-05-05T09:00:00Z'));
    const row = { code: '88', name: 'Извор једног дана', validFrom: '2026-05-05' };
    expect((await server.call('operator', 'POST', 'registry/funding-sources', row)).httpStatus).toBe(200);
    const ended = await server.call<RegistryRow>('operator', 'DELETE', 'registry/funding-sources/88');
    expect(ended.payload?.validTo).toBe('2026-05-05');
    server.setNow(null);
  });

  it('ends a row that has not begun on a later given day', async () => {
    const row = { code: '89', name: 'Будући извор', validFrom: '2041-01-01' };
    expect((await server.call('operator', 'POST', 'registry/funding-sources', row)).httpStatus).toBe(200);
    const ended = await server.call<RegistryRow>(
      'operator',
      'DELETE',
      'registry/funding-sources/89?validTo=2042-06-30',
    );
    expect(ended.payload?.validTo).toBe('2042-06-30');
  });
});

describe('import and export', () => {
  const FORMATS = ['csv', 'local', 'xlsx', 'xlsx&language=en', 'local&language=en'];

  it.each(REGISTRIES.filter(({ readOnly }) => !readOnly).map(({ code }) => code))(
    '%s: importing an export changes nothing, as CSV, as CSV for people and as XLSX',
    async (code) => {
      for (const format of variations(['csv', 'xlsx', 'local&language=en'], FORMATS)) {
        const answer = await send('operator', code, await file(code, `?format=${format}&validAt=all`), '?dryRun=true');
        const result = answer.payload.operationLocation
          ? await finished(answer.payload.operationLocation)
          : answer.payload;
        expect(result, `${format} ${JSON.stringify(answer)}`).toMatchObject({ errorCount: 0, created: 0, updated: 0 });
        expect(result.unchanged).toBe(result.rows);
      }
    },
  );

  it('a workbook has typed cells under the labels of the language; CSV for people has semicolons and decimal commas', async () => {
    const book = async (query: string) =>
      (await readXlsx(new Uint8Array(await file('exchange-rates', query)))).sheets[0]?.rows ?? [];
    const registry = REGISTRIES.find(({ code }) => code === 'exchange-rates');
    const columns = registry?.columns.filter(({ derived }) => !derived) ?? [];
    const [head, first] = await book('?format=xlsx');
    expect(head).toEqual(columns.map(({ label }) => label.sr));
    expect((await book('?format=xlsx&language=en'))[0]).toEqual(columns.map(({ label }) => label.en));
    for (const [at, { kind }] of columns.entries()) {
      if (kind === 'amount') expect(first?.[at]).toBeTypeOf('number');
      if (kind === 'date' && first?.[at] !== null) expect(first?.[at]).toBeInstanceOf(Date);
    }
    const text = (await file('exchange-rates', '?format=local')).toString('utf8');
    const rate = columns.findIndex(({ kind }) => kind === 'amount');
    const [titles = '', row = ''] = text.replace('\ufeff', '').split(/\r?\n/);
    expect(titles.split(';')).toEqual(columns.map(({ label }) => label.sr));
    expect(row.split(';')[rate]).toMatch(/^\d+,\d{4}$/);
  });

  async function finished(location: string): Promise<ImportResult> {
    const id = location.split('/').at(-1) ?? '';
    expect((await server.call('operator', 'GET', `operations/${id}`)).status.name).toBe('OperationRunning');
    expect((await server.call('local.user', 'GET', `operations/${id}`)).httpStatus).toBe(404);
    await runImport(server, id);
    const done = await server.call<{ state: string; progress: number; result: ImportResult }>(
      'operator',
      'GET',
      `operations/${id}`,
    );
    expect(done.payload).toMatchObject({ state: 'done', progress: 100 });
    if (!done.payload) throw new Error('No state');
    return done.payload.result;
  }

  it('shows every error by row and column, and writes all or nothing', async () => {
    const content = 'code,name,validTo\n93,Први извор,\n9x,,2020-02-30\n93,Опет,2020-01-01\n';
    const preview = await send('operator', 'funding-sources', content, '?dryRun=true');
    expect(preview.payload).toMatchObject({
      dryRun: true,
      rows: 3,
      errorCount: 5,
      errors: [
        { row: 3, column: 'code', code: 'InvalidFieldValue' },
        { row: 3, column: 'name', code: 'MandatoryFieldNotSet' },
        { row: 3, column: 'validTo', code: 'InvalidDataType' },
        { row: 4, column: 'code', code: 'DuplicateRegistryRow' },
        { row: 4, column: 'validTo', code: 'DatePassed' },
      ],
    });
    const refused = await send('operator', 'funding-sources', 'code,name,validTo\n93,Први,\n93,Опет,2020-01-01\n');
    expect(refused.status.name).toBe('InvalidRegistryImport');
    expect(refused.payload.errors).toEqual([
      { row: 3, column: 'code', code: 'DuplicateRegistryRow', value: '93', sameAs: 2 },
      { row: 3, column: 'validTo', code: 'DatePassed', value: '2020-01-01' },
    ]);
    expect((await server.call('operator', 'GET', 'registry/funding-sources/93')).httpStatus).toBe(404);
  });

  it.each<[string, Buffer]>([
    ['commas, UTF-8 with a mark', Buffer.from('\uFEFFcode,name\n94,Извор чћшђж\n')],
    ['semicolons, Windows line ends, labels', Buffer.from('Шифра;Назив\r\n94;"Извор чћшђж"\r\n')],
  ])('accepts %s', async (_name, content) => {
    const answer = await send('operator', 'funding-sources', content, '?dryRun=true');
    expect(answer.payload).toMatchObject({ rows: 1, errorCount: 0, created: 1 });
  });

  it('accepts Windows-1250', async () => {
    // "Izvor Niša čćšđž" as that code page writes it.
    const text = Buffer.concat([
      Buffer.from('code;name\r\n95;Izvor Ni'),
      Buffer.from([0x9a]),
      Buffer.from('a '),
      Buffer.from([0xe8, 0xe6, 0x9a, 0xf0, 0x9e]),
      Buffer.from('\r\n'),
    ]);
    expect((await send('operator', 'funding-sources', text)).payload).toMatchObject({ created: 1 });
    expect((await list('funding-sources/95')).payload).toMatchObject({ name: 'Izvor Niša čćšđž' });
  });

  it('refuses unknown and repeated columns, empty and foreign files', async () => {
    const header = await send('operator', 'funding-sources', 'code,name,name,boja\n1,2,3,4\n', '?dryRun=true');
    expect(header.payload.errors).toEqual([
      { row: 1, column: 'name', code: 'RepeatedColumn' },
      { row: 1, column: 'boja', code: 'UnknownColumn' },
      { row: 2, column: 'code', code: 'LeadingZerosLost', value: '1', suggestion: '01' },
    ]);
    expect((await send('operator', 'funding-sources', 'code,name\n')).status.name).toBe('EmptyImportPayload');
    expect((await send('operator', 'funding-sources', '')).status.name).toBe('EmptyImportPayload');
    const broken = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.from('nothing')]);
    expect((await send('operator', 'funding-sources', broken)).status.name).toBe('InvalidImportFormat');
    expect((await send('local.user', 'funding-sources', 'code,name\n96,А\n')).httpStatus).toBe(403);
    const duplicate = await send('operator', 'budget-users', 'id,name\n99991,Један\n99991,Два\n', '?dryRun=true');
    expect(duplicate.payload.errors).toMatchObject([{ row: 3, column: 'id', code: 'DuplicateRegistryOrganization' }]);
  });

  it('reads tens of thousands of rows in one operation', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `${String(400_000_000 + index)},2030,50112,1000.00,900.50`,
    );
    const content = `id,budgetYear,organizationCode,amount,currentAmount\n${rows.join('\n')}\n`;
    const answer = await send('operator', 'appropriations', content);
    expect(answer.httpStatus, JSON.stringify(answer)).toBe(202);
    const result = await finished(answer.payload.operationLocation ?? '');
    expect(result).toMatchObject({ rows: 20_000, created: 20_000, errorCount: 0 });
    const page = await list('appropriations?filter[budgetYear]=2030&filter[search]=400019999');
    expect(page.payload?.[0]).toMatchObject({ currentAmount: '900.50' });
  });
});
