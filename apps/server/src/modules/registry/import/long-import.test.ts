import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperationState, RegistryRow } from '@pimis/contract/registries';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { runImport, sendImport } from '../../../testing/registry.ts';
import { useServer } from '../../../testing/server.ts';
import { removeOldOperations } from '../../operations/service.ts';
import { importRows } from './import.ts';

const server = useServer();
const DRY = '?dryRun=true';

const send = (registry: string, content: Buffer | string, query = '') =>
  sendImport(server, 'operator', registry, content, query);

const row = async (registry: string, id: string) =>
  (await server.call<RegistryRow>('operator', 'GET', `registry/${registry}/${id}`)).payload;

function storedFiles(): string[] {
  try {
    return readdirSync(join(server.context.config.dataDir, 'files', 'imports'));
  } catch {
    return [];
  }
}

describe('a long import', () => {
  const large = (last: string) =>
    `id,budgetYear,organizationCode,amount,currentAmount\n${Array.from(
      { length: 12_000 },
      (_, index) => `${800_000_000 + index},2031,50112,10.00,10.00`,
    ).join('\n')}\n${last}`;
  const run = async (location = '') => {
    const id = location.split('/').at(-1) ?? '';
    await runImport(server, id);
    return server.call<OperationState>('operator', 'GET', `operations/${id}`);
  };

  it('reports its progress step by step', async () => {
    const seen: number[] = [];
    await importRows(server.context, {
      registry: registryOf('appropriations'),
      content: Buffer.from(large('')),
      dryRun: true,
      origin: { user: null },
      onProgress: async (percent) => {
        seen.push(percent);
      },
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThan(100);
    // While the file is read, and while its rows are checked.
    const jumps = seen.slice(1).map((percent, at) => percent - (seen[at] ?? 0));
    expect(seen[0]).toBeLessThan(10);
    expect(Math.max(...jumps)).toBeLessThanOrEqual(20);
  });

  it('with one wrong row writes nothing and names the row', async () => {
    const { payload } = await send('appropriations', large('899999999,2031,50112,много,1\n'));
    const done = await run(payload.operationLocation);
    expect(done.payload).toMatchObject({
      state: 'done',
      result: { errorCount: 1, errors: [{ row: 12_002, column: 'amount', code: 'InvalidDataType' }] },
    });
    expect(await row('appropriations', '800000000')).toBeNull();
    expect(storedFiles()).toEqual([]);
  });

  it('can be cancelled while it runs, and then writes nothing', async () => {
    const { payload } = await send('appropriations', large(''));
    const id = payload.operationLocation?.split('/').at(-1) ?? '';
    const cancelled: unknown[] = [];
    await runImport(server, id, async () => {
      if (cancelled.length > 0) return;
      const cancel = () => server.call<OperationState>('operator', 'DELETE', `operations/${id}`);
      cancelled.push((await cancel()).payload?.error, (await cancel()).payload?.error);
    });
    expect(cancelled).toEqual(['OperationCancelled', 'OperationCancelled']);
    expect((await server.call<OperationState>('operator', 'GET', `operations/${id}`)).payload).toMatchObject({
      state: 'failed',
      error: 'OperationCancelled',
    });
    expect(await row('appropriations', '800000000')).toBeNull();
    expect(storedFiles()).toEqual([]);
  });

  it('with two files, or one that is too long, is refused and leaves no file behind', async () => {
    const [line, megabyte] = ['901,АИК банка\n', 1024 * 1024];
    const file = (content: string) =>
      `--b\r\ncontent-disposition: form-data; name="file"; filename="t.csv"\r\n\r\n${content}\r\n`;
    const large = file(`code,name\n${line.repeat(30_000)}`);
    for (const [body, status, name] of [
      [large + file('code,name\n'), 422, 'ValidationError'],
      [large + large, 422, 'ValidationError'],
      [file('a'.repeat(64 * megabyte + 1)), 413, 'PayloadTooLarge'],
    ] as const) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/registry/banks/import',
        headers: {
          authorization: `Bearer ${await server.token('operator')}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        payload: `${body}--b--\r\n`,
      });
      expect([answer.statusCode, answer.json<{ status: { name: string } }>().status.name]).toEqual([status, name]);
      expect(storedFiles()).toEqual([]);
    }
  });

  it('cuts names of columns and of its file between characters', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `${index},Банка бр. ${index},b`).join('\n');
    const content = `code,name,${'x'.repeat(59)}🚧🚧\n${rows}\n`;
    const { payload } = await sendImport(server, 'operator', 'banks', content, DRY, `${'ш'.repeat(199)}🚧.csv`);
    const answer = await run(payload.operationLocation);
    expect(answer.payload).toMatchObject({ state: 'done', error: null, fileName: 'ш'.repeat(199) });
    expect(answer.payload).toHaveProperty('result.errors.0.column', 'x'.repeat(59));
  });

  it('that fails gives the reason, and leaves no file behind', async () => {
    const broken = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(300_000, 1)]);
    const { payload, httpStatus } = await send('appropriations', broken);
    expect(httpStatus).toBe(202);
    const failed = await run(payload.operationLocation);
    expect(failed.status.name).toBe('UnOperationFailed');
    expect(failed.payload).toMatchObject({ state: 'failed', error: 'InvalidImportFormat' });
    expect(storedFiles()).toEqual([]);
  });

  it('is forgotten a month after it has ended', async () => {
    const operations = () => server.context.db.selectFrom('operations').select('id').execute();
    const before = (await operations()).length;
    expect(before).toBeGreaterThan(0);
    await removeOldOperations(server.context);
    expect(await operations()).toHaveLength(before);
    server.setNow(new Date(Date.now() + 32 * 86_400_000));
    await removeOldOperations(server.context);
    expect(await operations()).toHaveLength(0);
    server.setNow(null);
  });
});
