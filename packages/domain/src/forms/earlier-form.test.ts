import { describe, expect, it } from 'vitest';
import { example, formOf, formWith, label } from '../../test/forms.ts';
import { mayStartFromEarlier, startFromEarlier } from './earlier-form.ts';
import { getPath } from './paths.ts';
import type { Field } from './types.ts';

describe('a form that begins as a copy of one of another project', () => {
  const column = (path: string, kind: Field['kind']): Field => ({ path, kind, label: label(path) });
  const form = formWith([
    column('title', 'text'),
    column('letter', 'file'),
    column('letters', 'fileList'),
    { ...column('fixed', 'table'), fixedRows: true, columns: [column('name', 'text')] },
    {
      ...column('permits', 'table'),
      columns: [column('name', 'text'), column('paper', 'file'), column('more', 'fileList')],
    },
    { ...column('risks', 'table'), columns: [column('name', 'text')] },
  ]);
  const earlier = {
    title: 'Туђи',
    letter: '7',
    letters: ['8'],
    fixed: [{ name: 'Туђи' }],
    permits: [{ name: 'Дозвола', paper: '9', more: ['10'] }, 'нема'],
    risks: [{ name: 'Киша' }],
  };

  it('takes entered values, without documents and rows that follow another list', () => {
    const own = { title: 'Мој', letter: '1', fixed: [{ name: 'Мој' }] };
    expect(startFromEarlier(form, own, { definition: form, values: earlier }, undefined)).toEqual({
      title: 'Туђи',
      letter: '1',
      fixed: [{ name: 'Мој' }],
      permits: [{ name: 'Дозвола' }, 'нема'],
      risks: [{ name: 'Киша' }],
    });
    expect(own).toEqual({ title: 'Мој', letter: '1', fixed: [{ name: 'Мој' }] });
    expect(earlier.permits[0]).toEqual({ name: 'Дозвола', paper: '9', more: ['10'] });
  });

  it('keeps fields that the other form does not have', () => {
    const own = { risks: [{ name: 'Мој' }], title: 'Мој' };
    expect(startFromEarlier(form, own, { definition: form, values: { permits: 'нема' } }, undefined)).toEqual({
      ...own,
      permits: 'нема',
    });
  });

  it('keeps the name of its own project', () => {
    const idea = formOf('ideja');
    const values = example({ 'basic.projectName': 'Туђи', 'description.summary': 'Туђи опис' });
    const made = startFromEarlier(idea, { basic: { projectName: 'Мој' } }, { definition: idea, values }, undefined);
    expect(getPath(made, 'basic.projectName')).toBe('Мој');
    expect(getPath(made, 'description.summary')).toBe('Туђи опис');
  });

  it('is one of the preparation: others are about their own project', () => {
    const codes = ['plan', 'kvartalni', 'korekcija', 'kvartalni-korekcija', 'racionalizacija', 'zavrsni', 'efekti'];
    expect(codes.filter(mayStartFromEarlier)).toEqual([]);
    expect(['ideja', 'spremnost', 'pif-mini'].every(mayStartFromEarlier)).toBe(true);
  });
});
