import { expect, test } from 'vitest';
import type { AuditRow } from '@pimis/contract/audit';
import { RegistrationSchema } from '@pimis/contract/organizations';
import { draw } from '../../testing/form.tsx';
import { AuditDetail } from './AuditDetail.tsx';

const row = (subjectType: string, after: object) =>
  ({ operation: `${subjectType}.open`, subjectType, detail: { before: null, after } }) as unknown as AuditRow;

test('everything that a request to register says has a name in Serbian', async () => {
  const fields = Object.keys(RegistrationSchema.properties);
  const after = Object.fromEntries(fields.map((field) => [field, 'да']));
  const { container } = await draw(<AuditDetail row={row('organization', after)} />);
  const names = [...container.querySelectorAll('dt')].map(({ textContent }) => textContent);
  expect(names).toHaveLength(fields.length);
  expect(names.filter((name) => /[a-z]/i.test(name))).toEqual([]);
});

test('what a scenario looks for is told in words', async () => {
  const screen = await draw(<AuditDetail row={row('scenario', { goal: 'worth' })} />);
  await expect.element(screen.getByText('збир вредности')).toBeVisible();
});

test('a list of many codes is cut as a long text is: the workbook has it whole', async () => {
  const candidates = Array.from({ length: 65 }, (_, index) => `PROJEKAT-${index}`);
  const screen = await draw(<AuditDetail row={row('scenario', { candidates })} />);
  const value = screen.container.querySelector('dd')?.textContent ?? '';
  expect(value).toMatch(/^PROJEKAT-0, PROJEKAT-1, .*…$/);
  expect(value.length).toBeLessThan(260);
});
