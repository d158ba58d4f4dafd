import { expect, it } from 'vitest';
import { allForms } from './catalogue.ts';
import { valuesForProject } from './project-mapping.ts';

it('the lock of a form carries name, proposer and total to its project, and no other form carries anything', () => {
  const preparation = { name: 'basic.projectName', proposer: 'basic.proposer.id', total: 'financialInfo.price.local' };
  const pif = { name: 'basic.name', proposer: 'basic.proposer.id', total: 'financialInfo.price.local' };
  const expected = (code: string) => {
    if (['ideja', 'identifikacija-projekta', 'spremnost', 'posebnog-znacaja'].includes(code)) return preparation;
    if (code.startsWith('1-5-')) return pif;
    if (code === 'pif-mini') return { ...pif, total: 'estimate.total' };
    return code === 'plan' ? { total: 'financialInfo.price.local' } : {};
  };
  const codes = allForms().map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith('1-5-')).length).toBeGreaterThan(0);
  for (const code of codes) expect(valuesForProject(code), code).toEqual(expected(code));
});
