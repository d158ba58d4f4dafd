import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ImportResult } from '@pimis/contract/registries';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { draw } from '../../testing/form.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import './registries.css';

const RESULT = {
  rows: 5000,
  created: 4999,
  updated: 1,
  unchanged: 0,
  sheet: null,
  header: 1,
  errorCount: 1,
  errors: [{ row: 3, column: 'id', code: 'TranExistsData', value: 'EUR · 2031-01-11', sameAs: 2 }],
  remarkCount: 0,
  remarks: [],
  encoding: null,
  doubtful: false,
  firstRows: [],
  changeCount: 0,
  changes: [],
  manyChanges: false,
  emptied: [],
} as unknown as ImportResult;

test('the outcome of an import writes its numbers and days as people do', async () => {
  const screen = await draw(
    <ImportOutcome
      registry={registryOf('exchange-rates')}
      result={RESULT}
      restored={false}
      onRestore={() => undefined}
    />,
  );
  await expect.element(screen.getByText('Редова: 5.000. Нових: 4.999, измењених: 1, без измене: 0.')).toBeVisible();
  await expect.element(screen.getByText('Шифра EUR · 11.1.2031. је и у реду 2.')).toBeVisible();
});

test('a long word of the file breaks, so that every reason is read on the narrowest screen', async () => {
  await page.viewport(360, 700);
  const word = 'Ш'.repeat(60);
  const result = {
    ...RESULT,
    errors: [{ row: 3, column: 'id', code: 'InvalidField', value: word }],
    remarkCount: 1,
    remarks: [{ row: 4, column: 'id', before: word, after: `${word}Ш` }],
  } as unknown as ImportResult;
  const screen = await draw(
    <ImportOutcome
      registry={registryOf('exchange-rates')}
      result={result}
      restored={false}
      onRestore={() => undefined}
    />,
  );
  await expect.element(screen.getByText(word, { exact: true })).toBeVisible();
  for (const table of document.querySelectorAll('.import-listed')) {
    expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
  }
});
