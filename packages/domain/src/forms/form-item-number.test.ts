import { expect, it } from 'vitest';
import { messageWithItemNumber } from './form-item-number.ts';
import { example, formOf, validationOf } from '../../test/forms.ts';

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
