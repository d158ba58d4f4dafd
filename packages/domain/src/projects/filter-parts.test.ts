import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filtersOfGroup, hasParts, joinParts, partsOf } from './filter-parts.ts';

describe('the parts of a filter', () => {
  it('are the same after joining and splitting, whatever they contain', () => {
    const letters = fc.constantFrom(';', '\\', '\0', 'а', '2', ' ', '\ud83d');
    const part = fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: letters }));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        expect(partsOf(joinParts(parts))).toEqual(parts);
      }),
    );
  });

  it('are one without a semicolon, and empty ones are left out', () => {
    expect(partsOf('01,07')).toEqual(['01,07']);
    expect(partsOf('')).toEqual(['']);
    expect(partsOf(';')).toEqual(['']);
    expect(joinParts(['', ''])).toBe('');
    expect(joinParts(['', '01', ''])).toBe('01');
    expect(joinParts(['', '01', '07'])).toBe(';01;07');
    expect(joinParts(['2027:А;Б'])).toBe(';2027:А\\;Б');
  });

  it('are one where the value does not begin with a semicolon', () => {
    for (const value of ['2027:А;Б', '01,07;20', '2027:\\А']) expect(partsOf(value)).toEqual([value]);
  });

  it('hold the filter and the group', () => {
    expect(filtersOfGroup({ reachedPhase: '5', sector: '2' }, { reachedPhase: '0' })).toEqual({
      reachedPhase: ';5;0',
      sector: '2',
    });
    expect(filtersOfGroup({ isPlanLate: 'false' }, { isPlanLate: 'true' })).toEqual({ isPlanLate: ';false;true' });
    expect(filtersOfGroup({ fiscalNeed: 'approved' }, { fiscalNeed: '2027:А;Б' })).toEqual({
      fiscalNeed: ';approved;2027:А\\;Б',
    });
    expect(filtersOfGroup({ district: ';01;07' }, { district: '20' })).toEqual({ district: ';01;07;20' });
    expect(filtersOfGroup({}, { fiscalNeed: '2027:А;Б' })).toEqual({ fiscalNeed: ';2027:А\\;Б' });
  });

  it('keep only the condition of the group where it implies theirs', () => {
    expect(filtersOfGroup({ district: '00, 01' }, { district: '01' })).toEqual({ district: '01' });
    expect(filtersOfGroup({ district: ';01,07;20' }, { district: '01' })).toEqual({ district: ';20;01' });
    expect(filtersOfGroup({ isPlanLate: 'true' }, { isPlanLate: 'true' })).toEqual({ isPlanLate: 'true' });
    // The name of a source may hold a comma.
    expect(filtersOfGroup({ fiscalNeed: '2027:А,Б' }, { fiscalNeed: '2027:А' })).toEqual({
      fiscalNeed: ';2027:А,Б;2027:А',
    });
  });

  it('are those of the group alone where a project has one value, and the closer bound of days', () => {
    expect(filtersOfGroup({ sector: '2,5' }, { sector: '5', phase: '1' })).toEqual({ sector: '5', phase: '1' });
    const year = { 'createdDate-from': '2026-01-01', 'createdDate-to': '2026-12-31' };
    expect(filtersOfGroup({ 'createdDate-from': '2026-07-01', 'createdDate-to': '2027-03-31' }, year)).toEqual({
      'createdDate-from': '2026-07-01',
      'createdDate-to': '2026-12-31',
    });
    expect(filtersOfGroup({ 'createdDate-from': '2025-07-01', 'createdDate-to': '2026-03-31' }, year)).toEqual({
      'createdDate-from': '2026-01-01',
      'createdDate-to': '2026-03-31',
    });
    expect(filtersOfGroup({}, year)).toEqual(year);
  });

  it('exist for the fields of which a project may have several values', () => {
    expect(['district', 'onList', 'sector', 'phase', 'toString'].map(hasParts)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
