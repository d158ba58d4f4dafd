import { describe, expect, it } from 'vitest';
import { candidateChanges } from './changes.ts';
import { candidate, ceiling } from './scenario-examples.ts';

describe('changes since data was taken over', () => {
  it('of name, phase and worth stand before needs, which are in the order of years and sources', () => {
    const need = (year: number, source: string) => ({ year, source, amount: '1.00' });
    const before = {
      ...candidate('A', {}),
      needs: [need(2028, 'Г'), need(2027, 'В'), need(2028, 'А'), need(2028, 'Б')],
    };
    const after = { ...before, name: 'Нови', phase: 1, worth: '101.00', needs: [] };
    expect(candidateChanges(before, after).map(({ figure, year, source }) => [figure, year, source])).toEqual([
      ['name', null, null],
      ['phase', null, null],
      ['worth', null, null],
      ['need', 2027, 'В'],
      ['need', 2028, 'А'],
      ['need', 2028, 'Б'],
      ['need', 2028, 'Г'],
    ]);
  });

  it('are named by figure, with the former and the present value', () => {
    const before = candidate('A', { 2027: '6.00', 2028: '1.00' });
    expect(candidateChanges(before, before)).toEqual([]);
    expect(candidateChanges(before, null)).toMatchObject([{ figure: 'gone' }]);
    expect(candidateChanges(before, candidate('A', { 2027: '7.00', 2029: '1.00' }, { mark: null }))).toEqual([
      { figure: 'mark', year: null, source: null, from: '50.00', to: null },
      { figure: 'need', year: 2027, source: 'A', from: '6.00', to: '7.00' },
      { figure: 'need', year: 2028, source: 'A', from: '1.00', to: null },
      { figure: 'need', year: 2029, source: 'A', from: null, to: '1.00' },
    ]);
  });

  it('of a plan in force are those of approved needs', () => {
    const before = candidate('A', {}, { inForce: [ceiling(2027, '5.00')] });
    expect(candidateChanges(before, { ...before, inForce: [ceiling(2027, '6.00')] })).toEqual([
      { figure: 'committed', year: 2027, source: 'A', from: '5.00', to: '6.00' },
    ]);
  });
});
