import { expect, it } from 'vitest';
import { conclusionSources } from './realization-data.ts';

const source = (name: string, localAmount: string, kind = 'Буџет Републике') => ({ source: kind, name, localAmount });
const planOf = (...fundingSources: object[]) => ({ financialInfo: { fundingSources } });
const known = { quarters: [], restatements: [] };

it('a conclusion has the sources of the first plan with their estimates, and those of a correction without', () => {
  const initialPlan = planOf(source('Буџет', '600.00'), source('Буџет', '300.00', 'Зајам'));
  // The correction changes an amount, writes a name in capitals and leaves a source out.
  const planInForce = planOf(source('БУЏЕТ ', '900.00'), source('Донатор', '50.00', 'Донација'));
  expect(conclusionSources({ ...known, initialPlan, planInForce })).toEqual([
    { source: 'Буџет Републике', name: 'Буџет', estimate: '600.00' },
    { source: 'Зајам', name: 'Буџет', estimate: '300.00' },
    { source: 'Донација', name: 'Донатор', estimate: '0.00' },
  ]);
});

it('it has no sources if no plan names any', () => {
  expect(conclusionSources({ ...known, initialPlan: null, planInForce: null })).toEqual([]);
});
