import { afterEach, expect, test, vi } from 'vitest';
import { diffFormValues } from '@pimis/domain/forms/diff';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { ChangesTable } from './ChangesTable.tsx';

afterEach(() => vi.restoreAllMocks());

test('a changed document is named as among the documents of the project', async () => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload: [{ id: 185, title: 'Студија', extension: 'pdf' }],
      additionalInformation: { totalRows: 1 },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const definition = formOf([{ path: 'студија', kind: 'file', label: { sr: 'Студија', en: 'Study' } }]);
  const changes = diffFormValues(definition, {}, { студија: 185 });
  const table = { definition, projectCode: 'PROBA', changes, before: 'Пре', after: 'После' };
  const screen = await draw(<ChangesTable {...table} />);
  await expect.element(screen.getByRole('cell', { name: 'Студија.pdf' })).toBeVisible();
});
