import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { OperationState, RegistryRow } from '@pimis/contract/registries';
import { REGISTRIES, registryOf } from '@pimis/domain/registries/catalogue';
import { queriesOf } from '../../../testing/query-recorder.ts';
import { runImport, sendImport } from '../../../testing/registry.ts';
import { useServer } from '../../../testing/server.ts';
import { workbook } from '../../../testing/workbook.ts';
import { readRows } from '../files/files.ts';
import { importRows } from './import.ts';

const server = useServer();
const DRY = '?dryRun=true';

const send = (registry: string, content: Buffer | string, query = '') =>
  sendImport(server, 'operator', registry, content, query);
const row = async (registry: string, id: string) =>
  (await server.call<RegistryRow>('operator', 'GET', `registry/${registry}/${id}`)).payload;
const sheet = async (rows: (string | number | Date | null)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Подаци', rows }] }));

async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRows(bytes)) rows.push(cells);
  return rows;
}

describe('a CSV file', () => {
  it('does not block the event loop while it is read, whatever its shape', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    for (const [line, read] of [
      ['1,Банка\n', 100_000],
      ['\n', 0],
    ] as const) {
      const before = turns;
      let rows = 0;
      for await (const _ of readRows(Buffer.from(line.repeat(100_000)))) rows += 1;
      expect([rows, turns > before]).toEqual([read, true]);
    }
    clearInterval(counting);
    await expect(readRows(Buffer.alloc(3_000_000, '"')).next()).rejects.toThrow('InvalidImportFormat');
  });

  it('is read as written: quotes, every kind of line end, lines within cells', async () => {
    const read = (text: string) => cellsOf(Buffer.from(text));
    expect(await read('a,"b ""c"", d"\r\n"1\n2",\r3,4')).toEqual([
      ['a', 'b "c", d'],
      ['1\n2', ''],
      ['3', '4'],
    ]);
    expect(await read('a,\n\nb,')).toEqual([
      ['a', ''],
      ['b', ''],
    ]);
    expect(await read('a "b",c\n"d"e,f')).toEqual([
      ['a "b"', 'c'],
      ['"d"e', 'f'],
    ]);
    // A quote that is never closed would swallow the rows after it.
    await expect(read('a,b\n1,"2\n3,4\n')).rejects.toThrow('InvalidImportFormat');
  });

  it('may be a text saved by a spreadsheet: tabs, UTF-16, Windows-1250', async () => {
    const text = 'code\tname\r\n81\t"Њива, ""Ђ"";"\r\n82\tšđčćž\r\n';
    const rows = [
      ['code', 'name'],
      ['81', 'Њива, "Ђ";'],
      ['82', 'šđčćž'],
    ];
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), little, Buffer.from(little).swap16()]) {
      expect(await cellsOf(bytes)).toEqual(rows);
    }
    expect((await send('funding-sources', little, DRY)).payload).toMatchObject({ rows: 2, created: 2, errorCount: 0 });
    // The file ends within a character.
    await expect(cellsOf(little.subarray(0, -1))).rejects.toThrow('InvalidImportFormat');
    // „Raška“ and „Šid“ as Windows writes them in Latin.
    const latin = Buffer.from([0x61, 0x09, 0x62, 0x0a, 0x52, 0x61, 0x9a, 0x6b, 0x61, 0x09, 0x8a, 0x69, 0x64]);
    expect((await cellsOf(latin)).at(-1)).toEqual(['Raška', 'Šid']);
  });

  it('of too many cells or rows is refused at once', async () => {
    expect((await send('banks', ','.repeat(200_000), DRY)).status.name).toBe('InvalidImportFormat');
    const rows = readRows(Buffer.from('\n'.repeat(2_000_000)));
    await expect(rows.next()).rejects.toThrow('InvalidImportFormat');
  });

  it('that is not a table is refused before any query', async () => {
    const call = { registry: registryOf('banks'), dryRun: false, origin: { user: null } };
    for (const text of [','.repeat(100_000), '\n'.repeat(1_100_000), `code,name\n${'901,a\n'.repeat(10_000)}1,"open`]) {
      const queries = queriesOf(() =>
        expect(importRows(server.context, { ...call, content: Buffer.from(text) })).rejects.toThrow(
          'InvalidImportFormat',
        ),
      );
      await expect(queries).rejects.toThrow('No query was recorded');
    }
  });

  it('keeps row numbers after blank rows', async () => {
    const { payload } = await send('funding-sources', 'code,name\n81,Први\n\n,,\n8x,Други\n', DRY);
    expect(payload.errors).toMatchObject([{ row: 5, column: 'code', code: 'InvalidFieldValue' }]);
    expect(payload.rows).toBe(2);
  });

  it('with more cells than columns is refused, not cut', async () => {
    const cut = await send('banks', 'code,name\n901,АИК банка, Београд\n902,б,,\n', DRY);
    expect(cut.payload.errors).toMatchObject([{ row: 2, column: 'C', code: 'UnknownColumn' }]);
    const amounts = 'id,budgetYear,organizationCode,amount,currentAmount\n9,2026,10503,1,5,2,5\n';
    expect((await send('appropriations', amounts)).status.name).toBe('InvalidRegistryImport');
    const nameless = await send('banks', 'code,name,,\n901,a,lost,lost2\n902,b,,\n', DRY);
    expect(nameless.payload.errors.map(({ row: at, column }) => [at, column])).toEqual([
      [2, 'C'],
      [2, 'D'],
    ]);
    expect((await send('banks', 'code,name,,\n902,b,,\n', DRY)).payload).toMatchObject({ errorCount: 0, created: 1 });
  });

  it('reports wrong cells and broken rules together', async () => {
    const file = 'code;name;validTo;x\n901;;;\n90;a;2020-01-01;\nabc;b;x;\n195;нови;;\n195;опет;;\n';
    const { payload } = await send('banks', file, DRY);
    expect(payload.errors.map(({ row: at, column, code }) => `${at} ${column} ${code}`)).toEqual([
      '1 x UnknownColumn',
      '2 name MandatoryFieldNotSet',
      '3 code LeadingZerosLost',
      '3 validTo DatePassed',
      '4 code InvalidFieldValue',
      '4 validTo InvalidDataType',
      '6 code DuplicateRegistryRow',
    ]);
    expect(payload.errorCount).toBe(7);
    // A reference to a row of the same file is valid, even if that row has an error.
    const parents = await send('functions', 'code,name,parentCode\n971,,\n972,Подређена,971\n', DRY);
    expect(parents.payload.errors).toMatchObject([{ row: 2, column: 'name', code: 'MandatoryFieldNotSet' }]);
  });

  it('with semicolons may contain commas in amounts and names', async () => {
    const answer = await send(
      'appropriations',
      'id;budgetYear;organizationCode;amount;currentAmount\n700000001;2026;10503;1.000,00;2.000.500,50\n',
    );
    expect(answer.payload).toMatchObject({ created: 1, errorCount: 0 });
    expect(await row('appropriations', '700000001')).toMatchObject({ amount: '1000.00', currentAmount: '2000500.50' });
    const named = await send('payment-codes', 'code;name\n881;"Роба, услуге; остало"\n882;А, б, ц, д\n');
    expect(named.payload).toMatchObject({ created: 2 });
    expect(await row('payment-codes', '881')).toMatchObject({ name: 'Роба, услуге; остало' });
    // Rows of the audit log that one statement writes name the user and are signed.
    const { rows } = await sql`
      select log.login, log.user_id is not null as "isKnown", signed.signature is not null as "isSigned"
      from audit_log log left join audit_signatures signed on signed.audit_id = log.id
      where log.operation = 'registry.create' and log.subject_id in ('881', '882')`.execute(server.context.db);
    const own = { login: 'operator', isKnown: true, isSigned: true };
    expect(rows).toEqual([own, own]);
  });

  it('keeps every text, including those that a spreadsheet would take for a formula', async () => {
    const texts = [
      '=1+1 и „наводници“ "прави"',
      "'=a",
      "''-a",
      "'a",
      "'",
      '@x',
      '|x',
      '_x0041_',
      '_x005F_x0041_',
      '#N/A',
    ];
    for (const [index, name] of texts.entries()) {
      await server.call('operator', 'POST', 'registry/payment-codes', { code: String(901 + index), name });
    }
    for (const format of ['csv', 'xlsx']) {
      const answer = await server.get('operator', `registry/payment-codes/export?format=${format}`);
      const back = await send('payment-codes', answer.rawPayload, DRY);
      expect(back.payload, format).toMatchObject({ created: 0, updated: 0, errorCount: 0 });
      if (format === 'csv') expect(answer.body).not.toMatch(/[,;\n]"?=1\+1/);
    }
  });

  it('leaves columns that it does not have unchanged', async () => {
    await server.call('operator', 'POST', 'registry/banks', { code: '991', name: 'Банка', note: 'остаје' });
    expect((await send('banks', 'code,name\n991,Нова банка\n')).payload).toMatchObject({ updated: 1 });
    expect(await row('banks', '991')).toMatchObject({ name: 'Нова банка', note: 'остаје' });
    expect((await send('banks', 'code,name\n991,Нова банка\n')).payload).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await send('banks', 'code,note\n991,\n')).payload).toMatchObject({ updated: 1 });
    expect(await row('banks', '991')).toMatchObject({ name: 'Нова банка', note: null });
  });

  it('may refer only to rows that exist, in the registry or in the file itself', async () => {
    const { payload } = await send(
      'functions',
      'code,name,parentCode\n971,Надређена,\n972,Подређена,971\n973,Сироче,999\n',
      DRY,
    );
    expect(payload.errors).toMatchObject([{ row: 4, column: 'parentCode', code: 'UnknownReference' }]);
  });
});

describe('a table that a spreadsheet has changed', () => {
  it('may name its columns in Latin, below a title', async () => {
    const file = 'Spisak izvora;;\nna dan 1.1.2026;;\n;;\n Šifra *;NAZIV;važi do\n81;Prvi;\n82;;\n';
    const { payload } = await send('funding-sources', file, DRY);
    expect(payload).toMatchObject({ header: 4, rows: 2, created: 1, errorCount: 1, sheet: null, sheets: [] });
    expect(payload.errors).toEqual([{ row: 6, column: 'name', code: 'MandatoryFieldNotSet' }]);
    // If no row has the key column, the first row with the most column names is the header.
    const keyless = await send('funding-sources', 'Извори\nназив;Важи до\nПрви;\n', DRY);
    expect(keyless.payload).toMatchObject({ header: 2, created: 0, rows: 1 });
    expect(keyless.payload.errors).toEqual([{ row: 2, column: 'code', code: 'MandatoryFieldNotSet' }]);
    const endless = await send('funding-sources', `${'ред;\n'.repeat(60)}code;name\n81;Први\n`, DRY);
    expect(endless.payload.header).toBe(1);
  });

  it('is read from the chosen sheet, which the answer names', async () => {
    const rows = [
      ['Шифра', 'Назив'],
      ['83', 'Трећи'],
    ];
    const file = Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Скривен', hidden: true, rows },
          { name: 'Насловна', rows: [['Извори финансирања'], ['Шифра'], ['83']] },
          { name: 'Подаци', rows },
        ],
      }),
    );
    const first = await send('funding-sources', file, DRY);
    expect(first.payload).toMatchObject({
      sheet: 'Насловна',
      sheets: ['Скривен', 'Насловна', 'Подаци'],
      errorCount: 1,
    });
    const chosen = await send('funding-sources', file, `${DRY}&sheet=${encodeURIComponent('Подаци')}`);
    expect(chosen.payload).toMatchObject({ sheet: 'Подаци', created: 1, errorCount: 0 });
    expect((await send('funding-sources', file, `${DRY}&sheet=x`)).status.name).toBe('UnknownSheet');
  });

  it('has codes without their leading zeros, which are reported, and restored on request', async () => {
    const file = await sheet([
      ['Шифра', 'Назив', 'Надређена шифра'],
      [9, 'Девети', null],
      ['971', 'Трећи', 9],
      [972, 'Четврти', 999],
    ]);
    await server.call('operator', 'POST', 'registry/functions', { code: '009', name: 'Стара' });
    const { payload } = await send('functions', file, DRY);
    expect(payload.errors).toEqual([
      { row: 2, column: 'code', code: 'LeadingZerosLost', value: '9', suggestion: '009' },
      { row: 3, column: 'parentCode', code: 'LeadingZerosLost', value: '9', suggestion: '009' },
      { row: 4, column: 'parentCode', code: 'UnknownReference', value: '999' },
    ]);
    expect(payload).toMatchObject({ rows: 3, created: 0, updated: 0, unchanged: 0 });
    const restored = await send('functions', file, `${DRY}&zeros=restore`);
    expect(restored.payload.errors.map(({ row: at, code }) => [at, code])).toEqual([[4, 'UnknownReference']]);
    expect(restored.payload).toMatchObject({ created: 1, updated: 1 });
  });

  it('may repeat codes or end before it begins: the error names the other row, and such rows do not count', async () => {
    const file =
      'code;name;validFrom;validTo\n81;Први;;\n82;Други;2030-01-01;2029-12-31\n83;Трећи;;\n81;Пети;;\n84;Шести;;\n';
    const { payload } = await send('funding-sources', file, DRY);
    expect(payload.errors).toEqual([
      { row: 3, column: 'validTo', code: 'InvalidPeriod', value: '2029-12-31' },
      { row: 5, column: 'code', code: 'DuplicateRegistryRow', value: '81', sameAs: 2 },
    ]);
    expect(payload).toMatchObject({ rows: 5, created: 3, updated: 0, unchanged: 0 });
  });

  it('may change only the form of a value, which is shown before it is written', async () => {
    await send('budget-users', 'id,name,activity\n99801,Први корисник,86.10\n99802,Други корисник,86.10\n');
    const file = 'id,name,activity\n99801,Prvi korisnik,86.1\n99802,Други корисник,86.2\n';
    const { payload } = await send('budget-users', file, DRY);
    expect(payload).toMatchObject({
      updated: 2,
      remarkCount: 2,
      remarks: [
        { row: 2, column: 'activity', before: '86.10', after: '86.1' },
        { row: 2, column: 'name', before: 'Први корисник', after: 'Prvi korisnik' },
      ],
    });
    expect(await row('budget-users', '99801')).toMatchObject({ activity: '86.10' });
  });

  it.each(REGISTRIES.filter(({ readOnly }) => !readOnly).map(({ code }) => code))(
    '%s: the template is read by the import, in each script and language',
    async (code) => {
      for (const query of ['', '?script=latin', '?language=en']) {
        const answer = await server.get('local.user', `registry/${code}/template${query}`);
        expect(answer.statusCode).toBe(200);
        expect((await send(code, answer.rawPayload, DRY)).status.name).toBe('EmptyImportPayload');
      }
    },
  );
});

describe('an XLSX file', () => {
  it('may contain typed days and amounts', async () => {
    const file = await sheet([
      ['Валута', 'Датум', 'Јединица', 'Средњи курс (РСД)'],
      ['EUR', new Date('2032-02-29T00:00:00Z'), 1, 117.1234],
      [null, null, null, null],
      ['USD', '1.3.2032.', '1', '100,5'],
    ]);
    expect((await send('exchange-rates', file)).payload).toMatchObject({ rows: 2, created: 2, errorCount: 0 });
    expect(await row('exchange-rates', 'EUR_2032-02-29')).toMatchObject({ middleRate: '117.1234', unit: 1 });
    expect(await row('exchange-rates', 'USD_2032-03-01')).toMatchObject({ middleRate: '100.5000' });
  });

  it('has the row numbers that people see', async () => {
    const file = await sheet([
      ['code', 'name'],
      ['84', 'Један'],
      [null, null],
      ['85', null],
    ]);
    expect((await send('funding-sources', file, DRY)).payload.errors).toMatchObject([
      { row: 4, column: 'name', code: 'MandatoryFieldNotSet' },
    ]);
  });
});

it('a cell of an XLSX file that has only a style is empty, whatever its type', async () => {
  const file = await workbook(
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c></row>' +
      '<row r="2"><c r="A2"><v>86</v></c><c r="B2" t="s"/></row></sheetData></worksheet>',
  );
  expect((await send('funding-sources', file, DRY)).payload.errors).toMatchObject([
    { row: 2, column: 'name', code: 'MandatoryFieldNotSet' },
  ]);
});

describe('a hostile XLSX file', () => {
  const sheetOf = (rows: string) => workbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const head = `<row r="1">${text('A1', 'code')}${text('B1', 'name')}</row>`;
  const answer = async (file: Buffer) => (await send('banks', file, DRY)).status.name;

  it('is refused before it fills the memory, whatever size it declares', async () => {
    const long = (length: number) => `${head}<row r="2">${text('A2', '901')}${text('B2', 'a'.repeat(length))}</row>`;
    expect(await answer(await sheetOf(long(40_000)))).toBe('InvalidImportFormat');
    expect(await answer(await sheetOf(long(3_000_000)))).toBe('InvalidImportFormat');
    const lying = await sheetOf(long(2_000_000));
    // Falsifies the size in the directory of the archive: the content is larger.
    lying.writeUInt32LE(1000, lying.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 22);
    expect(await answer(lying)).toBe('InvalidImportFormat');
    const damaged = await sheetOf(long(10));
    const at = damaged.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 30;
    damaged.writeUInt32LE((damaged.readUInt32LE(at) ^ 1) >>> 0, at);
    expect(await answer(damaged)).toBe('InvalidImportFormat');
    const large = await sheetOf(long(5_000_000));
    const { payload, httpStatus } = await send('banks', large, DRY);
    expect(httpStatus).toBe(202);
    const id = payload.operationLocation?.split('/').at(-1) ?? '';
    await runImport(server, id);
    expect((await server.call<OperationState>('operator', 'GET', `operations/${id}`)).payload).toMatchObject({
      error: 'InvalidImportFormat',
    });
  });

  it('is refused for rows and columns that no sheet has, and for declared entities', async () => {
    const at = (row: string, column: string) => sheetOf(`${head}<row r="${row}">${text(`${column}${row}`, 'a')}</row>`);
    expect(await answer(await at('4000000000', 'A'))).toBe('InvalidImportFormat');
    expect(await answer(await at('0', 'A'))).toBe('InvalidImportFormat');
    expect(await answer(await at('2', 'XFD'))).toBe('InvalidImportFormat');
    expect(await answer(await at('2', 'ZZZ'))).toBe('InvalidImportFormat');
    const entity = '<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>';
    expect(await answer(await workbook(entity))).toBe('InvalidImportFormat');
    expect(await answer(await workbook('<worksheet><sheetData><row'))).toBe('InvalidImportFormat');
  });
});

describe('cells of an XLSX file', () => {
  it('are numbers as spreadsheets show them, but not the error of a formula', async () => {
    const cells = (row: number, values: string[]) =>
      `<row r="${row}">${values.map((value, index) => `<c r="${'ABCDE'.charAt(index)}${row}"${value}</c>`).join('')}</row>`;
    const plain = (value: string) => `><v>${value}</v>`;
    const names = ['id', 'budgetYear', 'organizationCode', 'amount', 'currentAmount'];
    const named = names.map((name) => ` t="str"><v>${name}</v>`);
    const file = await workbook(
      `<worksheet><sheetData>${cells(1, named)}${cells(2, ['700000009', '2026', '10503', '1234.5600000000001', '0.30000000000000004'].map(plain))}
       ${cells(3, [...['700000010', '2026', '10503', '1.5E+9'].map(plain), ' t="e"><v>#DIV/0!</v>'])}</sheetData></worksheet>`,
    );
    const { payload } = await send('appropriations', file, DRY);
    expect(payload.errors).toMatchObject([{ row: 3, column: 'currentAmount', code: 'InvalidDataType' }]);
  });
});
