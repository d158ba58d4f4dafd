import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportResult } from '@pimis/contract/registries';
import { drawHook } from '../../testing/hook.tsx';
import { answerCalls } from '../../testing/queries.ts';
import { signIn } from '../../testing/sign-in.ts';
import { setImport } from './imports.ts';
import { useRegistryImport } from './use-registry-import.ts';

const FILE = new File(['code;name\n1;Банка\n'], 'banke.csv');
const CHECKED = { dryRun: true, rows: 1, errorCount: 0 } as ImportResult;

beforeEach(() => signIn());
afterEach(() => setImport(1, 'banks', null));

/** The import dialog of the banks, with a chosen file. */
async function importing(answer: { payload: unknown; refused?: string }) {
  const closed = vi.fn();
  const server = { answer };
  const { asked } = answerCalls(() => server.answer);
  const hook = await drawHook(() => useRegistryImport('banks', closed));
  hook.cache.setQueryData(['registry', 'banks'], 'read');
  hook.now().choose(FILE);
  await expect.poll(() => hook.now().file).toBe(FILE);
  const isReadAgain = () => hook.cache.getQueryState(['registry', 'banks'])?.isInvalidated;
  return { ...hook, closed, asked, server, isReadAgain };
}

test('a rehearsal shows its result and writes nothing, and a chosen reading holds until another file', async () => {
  const { now, asked, closed, isReadAgain } = await importing({ payload: CHECKED });
  const isIdle = () => expect.poll(() => now().isBusy).toBe(false);
  await now().check();
  await expect.poll(() => now().result).toEqual(CHECKED);
  await isIdle();
  await now().check({ sheet: 'Други лист', zeros: true, encoding: 'windows-1250' });
  await expect.poll(() => now().reading.zeros).toBe(true);
  await isIdle();
  await now().check();
  await isIdle();
  now().choose(FILE);
  await expect.poll(() => now().result).toBe(null);
  await now().check();
  const chosen = '&sheet=%D0%94%D1%80%D1%83%D0%B3%D0%B8%20%D0%BB%D0%B8%D1%81%D1%82&zeros=restore&encoding=windows-1250';
  const call = 'POST /api/registry/banks/import?dryRun=true';
  expect(asked()).toEqual([call, `${call}${chosen}`, `${call}${chosen}`, call]);
  expect(closed).not.toHaveBeenCalled();
  expect(isReadAgain()).toBe(false);
});

test('a written import says so, closes the dialog, and the registry is read again', async () => {
  const { now, asked, closed, screen, isReadAgain } = await importing({ payload: { ...CHECKED, dryRun: false } });
  await now().write(true);
  expect(asked()).toEqual(['POST /api/registry/banks/import?confirm=changes']);
  expect(closed).toHaveBeenCalledOnce();
  expect(isReadAgain()).toBe(true);
  await expect.element(screen.getByText('Увоз је уписан.')).toBeVisible();
});

test.each([
  ['with errors', { payload: { ...CHECKED, dryRun: false, errorCount: 2 } }],
  ['that the server refuses', { payload: { ...CHECKED, errorCount: 2 }, refused: 'InvalidRegistryImport' }],
])('an import %s stays open with its result', async (_, answer) => {
  const { now, closed, isReadAgain } = await importing(answer);
  await now().write(false);
  await expect.poll(() => now().result).toEqual(answer.payload);
  expect(closed).not.toHaveBeenCalled();
  expect(isReadAgain()).toBe(false);
  await expect.poll(() => now().isBusy).toBe(false);
});

test('another failure leaves no result', async () => {
  const { now, closed } = await importing({ payload: null, refused: 'InvalidImportFormat' });
  await now().write(false);
  expect([now().result, closed.mock.calls]).toEqual([null, []]);
});

test('a long import runs in the background, closes the dialog when its rows are written, and is busy till then', async () => {
  const { now, closed } = await importing({
    payload: { operationLocation: '/api/operations/31' },
    refused: 'OperationRunning',
  });
  await now().write(false);
  await expect.poll(() => [now().running, now().isBusy]).toEqual(['31', true]);
  expect(closed).not.toHaveBeenCalled();
  setImport(1, 'banks', null);
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test('a long import that ended without writing shows its result until the next file', async () => {
  const { now, closed } = await importing({
    payload: { operationLocation: '/api/operations/32' },
    refused: 'OperationRunning',
  });
  await now().write(false);
  await expect.poll(() => now().running).toBe('32');
  setImport(1, 'banks', { state: 'ended', result: { ...CHECKED, errorCount: 1 } });
  await expect.poll(() => now().result).toEqual({ ...CHECKED, errorCount: 1 });
  expect([closed.mock.calls, now().isBusy]).toEqual([[], false]);
  now().choose(FILE);
  await expect.poll(() => now().result).toBe(null);
  expect(closed).not.toHaveBeenCalled();
});
