import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { OperationState, RegistryRow } from '@pimis/contract/registries';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { sendImport } from '../../testing/registry.ts';
import { useServer } from '../../testing/server.ts';
import { removeOldOperations, runOperation } from '../operations/service.ts';
import { importWork } from './import-calls.ts';
import { importRows } from './import.ts';

const server = useServer();
const DRY = '?dryRun=true';

const send = (registry: string, content: Buffer | string, query = '') =>
  sendImport(server, 'operator', registry, content, query);
const row = async (registry: string, id: string) =>
  (await server.call<RegistryRow>('operator', 'GET', `registry/${registry}/${id}`)).payload;
const sheet = async (rows: (string | number | Date | null)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Подаци', rows }] }));

function storedFiles(): string[] {
  try {
    return readdirSync(join(server.context.config.dataDir, 'files', 'imports'));
  } catch {
    return [];
  }
}

describe('a CSV file', () => {
  it('keeps its row numbers past blank rows', async () => {
    const { payload } = await send('funding-sources', 'code,name\n81,Први\n\n,,\n8x,Други\n', DRY);
    expect(payload.errors).toEqual([{ row: 5, column: 'code', code: 'InvalidFieldValue' }]);
    expect(payload.rows).toBe(2);
  });

  it('with semicolons may hold commas, as amounts and names do', async () => {
    const answer = await send(
      'appropriations',
      'id;budgetYear;organizationCode;amount;currentAmount\n700000001;2026;10503;1.000,00;2.000.500,50\n',
    );
    expect(answer.payload).toMatchObject({ created: 1, errorCount: 0 });
    expect(await row('appropriations', '700000001')).toMatchObject({ amount: '1000.00', currentAmount: '2000500.50' });
    const named = await send('payment-codes', 'code;name\n881;"Роба, услуге; остало"\n882;А, б, ц, д\n');
    expect(named.payload).toMatchObject({ created: 2 });
    expect(await row('payment-codes', '881')).toMatchObject({ name: 'Роба, услуге; остало' });
  });

  it('keeps texts that a spreadsheet would take for a formula', async () => {
    const name = '=1+1 и „наводници“ "прави"';
    await server.call('operator', 'POST', 'registry/payment-codes', { code: '883', name });
    for (const format of ['csv', 'xlsx']) {
      const answer = await server.app.inject({
        url: `/api/registry/payment-codes/export?format=${format}`,
        headers: { authorization: `Bearer ${await server.token('operator')}` },
      });
      const back = await send('payment-codes', answer.rawPayload, DRY);
      expect(back.payload, format).toMatchObject({ created: 0, updated: 0, errorCount: 0 });
      if (format === 'csv') expect(answer.body).not.toMatch(/[,;\n]"?=1\+1/);
    }
  });

  it('with a column of what it does not name leaves that as it is', async () => {
    await server.call('operator', 'POST', 'registry/banks', { code: '991', name: 'Банка', note: 'остаје' });
    expect((await send('banks', 'code,name\n991,Нова банка\n')).payload).toMatchObject({ updated: 1 });
    expect(await row('banks', '991')).toMatchObject({ name: 'Нова банка', note: 'остаје' });
    expect((await send('banks', 'code,name\n991,Нова банка\n')).payload).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await send('banks', 'code,note\n991,\n')).payload).toMatchObject({ updated: 1 });
    expect(await row('banks', '991')).toMatchObject({ name: 'Нова банка', note: null });
  });

  it('refers only to what exists, in the registry or in the file itself', async () => {
    const { payload } = await send(
      'functions',
      'code,name,parentCode\n971,Надређена,\n972,Подређена,971\n973,Сироче,999\n',
      DRY,
    );
    expect(payload.errors).toEqual([{ row: 4, column: 'parentCode', code: 'UnknownReference' }]);
  });
});

describe('an XLSX file', () => {
  it('may hold its days and amounts as days and numbers', async () => {
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

  it('counts its rows as people see them', async () => {
    const file = await sheet([
      ['code', 'name'],
      ['84', 'Један'],
      [null, null],
      ['85', null],
    ]);
    expect((await send('funding-sources', file, DRY)).payload.errors).toEqual([
      { row: 4, column: 'name', code: 'MandatoryFieldNotSet' },
    ]);
  });
});

describe('a long import', () => {
  const large = (last: string) =>
    `id,budgetYear,organizationCode,amount,currentAmount\n${Array.from(
      { length: 12_000 },
      (_, index) => `${800_000_000 + index},2031,50112,10.00,10.00`,
    ).join('\n')}\n${last}`;
  const run = async (location = '') => {
    const id = location.split('/').at(-1) ?? '';
    await runOperation(server.context, id, { registryImport: importWork(server.context) });
    return server.call<OperationState>('operator', 'GET', `operations/${id}`);
  };

  it('tells how far it has come, step by step', async () => {
    const seen: number[] = [];
    await importRows(server.context, {
      registry: registryOf('appropriations'),
      bytes: Buffer.from(large('')),
      dryRun: true,
      origin: { user: null },
      onProgress: async (percent) => {
        seen.push(percent);
      },
    });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    // Two thirds of the file are read before the second report; it says so.
    expect(seen[1]).toBeGreaterThan(30);
    expect(seen.at(-1)).toBeLessThan(100);
  });

  it('with one wrong row writes nothing and says which', async () => {
    const { payload } = await send('appropriations', large('899999999,2031,50112,много,1\n'));
    const done = await run(payload.operationLocation);
    expect(done.payload).toMatchObject({
      state: 'done',
      result: { errorCount: 1, errors: [{ row: 12_002, column: 'amount', code: 'InvalidDataType' }] },
    });
    expect(await row('appropriations', '800000000')).toBeNull();
    expect(storedFiles()).toEqual([]);
  });

  it('that fails says why, and leaves no file behind', async () => {
    const broken = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(300_000, 1)]);
    const { payload, httpStatus } = await send('appropriations', broken);
    expect(httpStatus).toBe(202);
    const failed = await run(payload.operationLocation);
    expect(failed.status.name).toBe('UnOperationFailed');
    expect(failed.payload).toMatchObject({ state: 'failed', error: 'InvalidImportFormat' });
    expect(storedFiles()).toEqual([]);
  });

  it('is forgotten a month after it has ended', async () => {
    const kept = () => server.context.db.selectFrom('operations').select('id').execute();
    const before = (await kept()).length;
    expect(before).toBeGreaterThan(0);
    await removeOldOperations(server.context);
    expect(await kept()).toHaveLength(before);
    server.setNow(new Date(Date.now() + 32 * 86_400_000));
    await removeOldOperations(server.context);
    expect(await kept()).toHaveLength(0);
    server.setNow(null);
  });
});
