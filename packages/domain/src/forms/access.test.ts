import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { additionalCommentFields, mergeSubmitted, visibleFormValues } from './access.ts';
import { IDEA_EXAMPLE_DATA } from '@pimis/examples/idea';
import { getPath, setPath } from './paths.ts';
import { allForms } from './catalogue.ts';
import { example, formOf } from '../../test/forms.ts';
import type { FormValues, Viewer } from './types.ts';
import { fieldsOf } from './visibility.ts';

const idea = formOf('ideja');
const OWNER: Viewer = { admin: false, mei: false };
const ADMIN: Viewer = { admin: true, mei: false };
const MEI: Viewer = { admin: false, mei: true };
const paths = (viewer: Viewer) => additionalCommentFields(idea, viewer).map((field) => field.path);

describe('additional comments', () => {
  it('belong to the role of the field', () => {
    expect(paths(OWNER)).toEqual([]);
    expect(paths(ADMIN)).toEqual(['opinions.ministry']);
    expect(paths(MEI)).toEqual(['opinions.mei']);
    expect(paths({ admin: true, mei: true })).toEqual(['opinions.ministry', 'opinions.mei']);
  });
});

describe('fields of one role never leak', () => {
  it.each(allForms().map((form) => [form.code, form] as const))('%s', (_code, form) => {
    const values: FormValues = { notes: 'јавно' };
    for (const field of fieldsOf(form)) {
      if (field.admin) setPath(values, field.path, 'ТАЈНА-М');
      if (field.mei) setPath(values, field.path, 'ТАЈНА-Е');
    }
    const whole = JSON.stringify(values);
    const shown = (viewer: Viewer) => JSON.stringify(visibleFormValues(form, values, viewer));
    expect(shown(OWNER)).toBe('{"notes":"јавно"}');
    expect(shown(ADMIN).includes('ТАЈНА-М')).toBe(whole.includes('ТАЈНА-М'));
    expect(shown(ADMIN)).not.toContain('ТАЈНА-Е');
    expect(shown(MEI).includes('ТАЈНА-Е')).toBe(whole.includes('ТАЈНА-Е'));
    expect(shown(MEI)).not.toContain('ТАЈНА-М');
  });

  it('whatever others send, the stored text stays', () => {
    const stored = example({ 'opinions.ministry': 'Сагласни смо.' });
    const state = { viewer: OWNER, foreignFunds: false, data: IDEA_EXAMPLE_DATA, commentsOnly: false };
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), (sent) => {
        const merged = mergeSubmitted(idea, example({ 'opinions.ministry': sent }), stored, state);
        expect(getPath(merged, 'opinions.ministry')).toBe('Сагласни смо.');
        expect(getPath(stored, 'opinions.ministry')).toBe('Сагласни смо.');
      }),
    );
  });
});

describe('locked rows under foreign funds', () => {
  const state = { viewer: OWNER, foreignFunds: true, data: IDEA_EXAMPLE_DATA, commentsOnly: false };
  const rowsOf = (values: unknown) => getPath(values, 'financialInfo.fundingSources') as Record<string, unknown>[];

  it('a removed row does not push names onto the figures of others', () => {
    const sent = example({ 'financialInfo.fundingSources': rowsOf(example()).slice(1) });
    const merged = rowsOf(mergeSubmitted(idea, sent, example(), state));
    expect(merged).toEqual(rowsOf(example()));
  });

  it('Admin and MEI may change them', () => {
    const sent = example({ 'financialInfo.price.local': '5.00' });
    for (const viewer of [ADMIN, MEI]) {
      const merged = mergeSubmitted(idea, sent, example(), { ...state, viewer });
      expect(getPath(merged, 'financialInfo.price.local')).toBe('5.00');
    }
  });
});
