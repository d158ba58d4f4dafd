import { expect, it } from 'vitest';
import { messageWithItemNumber } from './form-item-number.ts';
import { example, formOf, formWith, label, validationOf } from '../../test/forms.ts';

it('the error panel names the item by its number, also where the message names no field', () => {
  const idea = formOf('ideja');
  const { errors } = validationOf(
    example({ durationMonths: undefined, 'financialInfo.price.local': '1.00', 'basic.contacts': [{ name: 'Ана' }] }),
  );
  const said = errors.map((item) => messageWithItemNumber(idea, item, 'sr'));
  expect(said).toContain('Поље „5.5 Прелиминарно трајање, месеци“ је обавезно.');
  expect(said.some((text) => /^4\.\d+ [^:]+: Процењена вредност је мања/.test(text))).toBe(true);
  const item = errors.find(({ path }) => path.startsWith('basic.contacts[1].'));
  expect(item && messageWithItemNumber(idea, item, 'en')).toMatch(/^1\.\d+ /);
});

it('the number is that of the field itself, else that of the item it belongs to', () => {
  const form = formWith([
    { path: 'sum', kind: 'text', label: label('Збир'), no: '1' },
    {
      path: 'sums',
      kind: 'table',
      label: label('Збирови'),
      no: '2',
      columns: [
        { path: 'name', kind: 'text', label: label('Назив') },
        { path: 'amount', kind: 'rsd', label: label('Износ'), no: '2.1' },
      ],
    },
    { path: 'rest', kind: 'text', label: label('Остало') },
  ]);
  const said = (path: string, text = 'Поље', code = 'FluentEmptyField') =>
    messageWithItemNumber(form, { code, index: 0, path, label: label(text) }, 'sr');
  expect(said('sum')).toBe('Поље „1 Поље“ је обавезно.');
  expect(said('sums')).toBe('Поље „2 Поље“ је обавезно.');
  expect(said('sums[3].name')).toBe('Поље „2 Поље“ је обавезно.');
  expect(said('sums[3].amount')).toBe('Поље „2.1 Поље“ је обавезно.');
  expect(said('rest')).toBe('Поље „Поље“ је обавезно.');
  expect(said('nothing')).toBe('Поље „Поље“ је обавезно.');
  // A message that does not name its field is preceded by the field's label, if there is one.
  expect(said('sum', 'Поље', 'FluentOptionChosen')).toMatch(/^1 Поље: /);
  expect(said('rest', '', 'FluentOptionChosen')).not.toMatch(/^[ :]/);
});
