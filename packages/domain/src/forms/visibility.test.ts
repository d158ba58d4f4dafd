import { describe, expect, it } from 'vitest';
import { formOf, label } from '../../test/forms.ts';
import type { Field } from './types.ts';
import { fieldsOf, isObligatory, isVisible } from './visibility.ts';

const fieldAt = (code: string, path: string): Field => {
  const found = fieldsOf(formOf(code)).find((field) => field.path === path);
  if (!found) throw new Error(`No field ${path}`);
  return found;
};

describe('an obligatory field', () => {
  it('is one whose emptiness a rule reports, while it is visible', () => {
    const letter = fieldAt('ideja', 'financialInfo.letterOfIntent');
    const funded = (source: string) => ({ financialInfo: { fundingSources: [{ source }] } });
    expect(isObligatory(letter, {})).toBe(true);
    expect([isVisible(letter, funded('Зајам')), isVisible(letter, funded('Буџет'))]).toEqual([true, false]);
    expect(isObligatory(fieldAt('ideja', 'legalAssessment'), {})).toBe(true);
  });

  it('is a required one, one required in this case, and a table that needs rows', () => {
    const field = (more: Partial<Field>): Field => ({ path: 'a', kind: 'text', label: label('а'), ...more });
    expect(isObligatory(field({}), {})).toBe(false);
    expect(isObligatory(field({ required: true }), {})).toBe(true);
    const needed = field({ requiredWhen: { path: 'b', in: ['да'] } });
    expect([isObligatory(needed, { b: 'да' }), isObligatory(needed, { b: 'не' })]).toEqual([true, false]);
    expect(isObligatory(field({ kind: 'table', minRows: 1 }), {})).toBe(true);
    expect(isObligatory(field({ kind: 'table', minRows: 0 }), {})).toBe(false);
  });
});
