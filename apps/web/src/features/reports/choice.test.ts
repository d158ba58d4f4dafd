import { expect, it } from 'vitest';
import { readChoice } from './choice.ts';

it('an address that anybody may have written gives a choice, or none', () => {
  expect(readChoice({ report: 'projects-all', day: '2026-03-01', organization: 10503, phase: '0', sector: 5 })).toEqual(
    {
      report: 'projects-all',
      day: '2026-03-01',
      organization: '10503',
      phase: 0,
      sector: 5,
    },
  );
  const nothing = { report: undefined, day: undefined, organization: undefined, phase: undefined, sector: undefined };
  expect(readChoice({ day: '2026-02-30', phase: '99', sector: '', organization: ['1'] })).toEqual(nothing);
  // An empty number is none, not the phase 0.
  expect(readChoice({ phase: '' })).toEqual(nothing);
  expect(readChoice({})).toEqual(nothing);
});
