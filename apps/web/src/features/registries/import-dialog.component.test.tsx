import { afterEach, expect, test, vi } from 'vitest';
import type { ImportResult } from '@pimis/contract/registries';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { setImport } from './imports.ts';

afterEach(() => vi.restoreAllMocks());

const CHECKED = {
  dryRun: true,
  rows: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  errorCount: 0,
  errors: [],
  remarkCount: 0,
  remarks: [],
  sheet: null,
  sheets: [],
  header: 1,
  encoding: null,
  doubtful: false,
  firstRows: [],
  changeCount: 0,
  changes: [],
  manyChanges: false,
  emptied: [],
} as unknown as ImportResult;

test('a file that is dropped while another is checked is not written unchecked', async () => {
  signIn();
  const check = Promise.withResolvers<void>();
  const written: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (asked, request) => {
    const isCheck = typeof asked === 'string' && asked.includes('dryRun');
    const file = request?.body instanceof FormData ? request.body.get('file') : null;
    if (isCheck) await check.promise;
    else if (file instanceof File) written.push(file.name);
    return Response.json({
      payload: { ...CHECKED, dryRun: isCheck },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
  const screen = await draw(<ImportDialog registry={registryOf('exchange-rates')} onClose={() => undefined} />);
  const drop = (name: string) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], name));
    document.querySelector('.file-drop')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  };
  await expect.element(screen.getByRole('button', { name: 'Провери' })).toBeVisible();
  drop('prva.csv');
  await screen.getByRole('button', { name: 'Провери' }).click();
  drop('druga.csv');
  check.resolve();
  await screen.getByRole('button', { name: 'Упиши' }).click();
  await expect.poll(() => written).toEqual(['prva.csv']);
});

test('an import that runs can be given up from its dialog, and the template be fetched meanwhile', async () => {
  signIn();
  setImport(1, 'exchange-rates', { state: 'running', operation: '7' });
  const given: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method === 'DELETE') given.push(request.method);
    const payload = { state: 'running', progress: 40 };
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });
  });
  const screen = await draw(<ImportDialog registry={registryOf('exchange-rates')} onClose={() => undefined} />);
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  const template = screen.getByRole('button', { name: 'Преузми шаблон' });
  await expect.element(screen.getByRole('button', { name: 'Провери' })).toHaveAttribute('data-loading');
  expect(isSent(template)).toBe(false);
  await screen.getByRole('button', { name: 'Откажи увоз' }).click();
  await expect.poll(() => given).toEqual(['DELETE']);
  setImport(1, 'exchange-rates', null);
});

test('a file that waits for another says so', async () => {
  signIn();
  setImport(1, 'exchange-rates', { state: 'running', operation: '8' });
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload: { state: 'waiting', progress: 0 },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const screen = await draw(<ImportDialog registry={registryOf('exchange-rates')} onClose={() => undefined} />);
  await expect.element(screen.getByText(/^Датотека чека на ред\./)).toBeVisible();
  setImport(1, 'exchange-rates', null);
});

/** Opens the dialog with a chosen file; `answers` are those to the checks, one after the other. */
async function opened(answers: readonly Partial<ImportResult>[]) {
  signIn();
  const asked: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    const query = typeof address === 'string' ? (address.split('?')[1] ?? '') : '';
    const payload = { ...CHECKED, ...answers[asked.length], dryRun: query.includes('dryRun') };
    asked.push(query);
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });
  });
  const screen = await draw(<ImportDialog registry={registryOf('banks')} onClose={() => undefined} />);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], 'banke.csv'));
  await expect.element(screen.getByRole('button', { name: 'Провери' })).toBeVisible();
  document.querySelector('.file-drop')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  await screen.getByRole('button', { name: 'Провери' }).click();
  return { screen, asked };
}

test('the encoding is shown beside the first values, and chosen by hand where it is doubtful', async () => {
  const firstRows = [{ row: 2, values: { code: '991', name: 'Ęîěĺđöčĵŕëíŕ' } }];
  const right = [{ row: 2, values: { code: '991', name: 'Комерцијална' } }];
  const { screen, asked } = await opened([
    { encoding: 'windows-1250', doubtful: true, firstRows },
    { encoding: 'windows-1251', doubtful: false, firstRows: right },
  ]);
  await expect.element(screen.getByText('Ęîěĺđöčĵŕëíŕ')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Упиши' }).query()).toBeNull();
  await screen.getByRole('combobox', { name: 'Запис слова' }).selectOptions('windows-1251');
  await expect.element(screen.getByText('Комерцијална')).toBeVisible();
  await screen.getByRole('button', { name: 'Упиши' }).click();
  await expect.poll(() => asked).toEqual(['dryRun=true', 'dryRun=true&encoding=windows-1251', 'encoding=windows-1251']);
});

test('another file is read as it is, not by what was chosen for the one before', async () => {
  const { screen, asked } = await opened([
    { encoding: 'windows-1250', doubtful: true },
    { encoding: 'windows-1251', doubtful: false },
    {},
  ]);
  await screen.getByRole('combobox', { name: 'Запис слова' }).selectOptions('windows-1251');
  await expect.element(screen.getByRole('button', { name: 'Упиши' })).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['y'], 'друге банке.csv'));
  document.querySelector('.file-drop')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  await expect.element(screen.getByRole('button', { name: 'Упиши' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Провери' }).click();
  await screen.getByRole('button', { name: 'Упиши' }).click();
  await expect.poll(() => asked).toEqual(['dryRun=true', 'dryRun=true&encoding=windows-1251', 'dryRun=true', '']);
});

test('what an import changes is shown, and confirmed where it is much', async () => {
  const changes = [{ row: 2, column: 'note', before: 'белешка', after: null }];
  const { screen, asked } = await opened([{ manyChanges: true, emptied: ['note'], changeCount: 1, changes }]);
  await expect.element(screen.getByRole('cell', { name: 'белешка' })).toBeVisible();
  await expect
    .element(screen.getByText('Мења се више од десетине редова. Остаје без вредности: Напомена.'))
    .toBeVisible();
  const write = screen.getByRole('button', { name: 'Упиши' });
  await expect.element(write).toBeDisabled();
  await screen.getByRole('checkbox', { name: 'Измене су намерне' }).click();
  await write.click();
  await expect.poll(() => asked).toEqual(['dryRun=true', 'confirm=changes']);
});

test('rows are written only from a file without errors, and the dialog stays open with them', async () => {
  signIn();
  const onClose = vi.fn();
  vi.spyOn(window, 'fetch').mockImplementation(async (asked) => {
    const isCheck = typeof asked === 'string' && asked.includes('dryRun');
    const errors = isCheck ? {} : { errorCount: 1, errors: [{ row: 2, column: 'code', code: 'Required' }] };
    return Response.json({
      payload: { ...CHECKED, dryRun: isCheck, ...errors },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
  const screen = await draw(<ImportDialog registry={registryOf('exchange-rates')} onClose={onClose} />);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], 'prva.csv'));
  await expect.element(screen.getByRole('button', { name: 'Провери' })).toBeVisible();
  document.querySelector('.file-drop')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  await screen.getByRole('button', { name: 'Провери' }).click();
  const write = screen.getByRole('button', { name: 'Упиши' });
  await write.click();
  await expect.element(write).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});
