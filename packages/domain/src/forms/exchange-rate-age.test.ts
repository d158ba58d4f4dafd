import { expect, it } from 'vitest';
import { findFormDefinition } from './catalogue.ts';
import { hangsOnRate, rateBehind } from './exchange-rate-age.ts';
import { fieldsOf } from './visibility.ts';

const at = (today: string) => ({ today, mostDays: 30 });
const data = { exchangeRate: { date: '2026-10-01', rate: '117.2000' } };

it('a rate is old after so many days', () => {
  expect(rateBehind(data, at('2026-10-31'))).toEqual({ day: '2026-10-01', isOld: false });
  expect(rateBehind(data, at('2026-11-01'))).toEqual({ day: '2026-10-01', isOld: true });
  expect(rateBehind({}, at('2026-11-01'))).toBeNull();
});

it('only the two thresholds in EUR of an idea depend on the rate', () => {
  const idea = findFormDefinition('ideja');
  expect(idea && fieldsOf(idea).flatMap(({ path, no }) => (hangsOnRate(path) ? [no] : []))).toEqual(['3.3', '3.4']);
});
