import { describe, expect, it } from 'vitest';
import { formWith, label } from '../../test/forms.ts';
import { copyOffer, withCopied } from './copy-offer.ts';
import type { FormValues } from './types.ts';

const FORM = formWith([
  { path: 'basic.what', kind: 'text', label: label('Шта') },
  { path: 'basic.why', kind: 'text', label: label('Зашто') },
  { path: 'cost', kind: 'rsd', label: label('Износ') },
  { path: 'sum', kind: 'rsd', label: label('Збир'), computed: true },
  { path: 'euro', kind: 'rsd', label: label('Средства ЕУ'), isdacon: true },
  {
    path: 'rows',
    kind: 'table',
    label: label('Редови'),
    columns: [{ path: 'name', kind: 'text', label: label('Назив') }],
  },
]);

const offer = (mine: FormValues, copied: FormValues, saved: FormValues = {}) => {
  const { filled, replacing } = copyOffer(FORM, {
    mine,
    copied,
    saved,
    mayChange: ({ isdacon }) => isdacon !== true,
  });
  return {
    filled: filled.map(({ path }) => path),
    replacing: replacing.map(({ field, before, after }) => [field.path, before, after]),
  };
};

describe('copying from an earlier form', () => {
  it('fills what is empty: no value, blanks, an amount of zero, rows without input', () => {
    const copied = { basic: { what: 'мост', why: 'река' }, cost: '5.00', rows: [{ name: 'а' }] };
    const mine = { basic: { why: ' ' }, cost: '0.00', rows: [{ name: '' }] };
    expect(offer(mine, copied)).toEqual({ filled: ['basic.what', 'basic.why', 'cost', 'rows'], replacing: [] });
  });

  it('asks about each field that has another value, a table as a whole', () => {
    const copied = { basic: { what: 'мост', why: 'река' }, rows: [{ name: 'а' }, { name: 'б' }] };
    const mine = { basic: { what: 'пут', why: 'река ' }, rows: [{ name: 'а' }] };
    expect(offer(mine, copied)).toEqual({
      filled: [],
      replacing: [
        ['basic.what', 'пут', 'мост'],
        ['rows', [{ name: 'а' }], [{ name: 'а' }, { name: 'б' }]],
      ],
    });
  });

  it('takes nothing away, and leaves computed fields and those out of the hands of the user', () => {
    expect(offer({ basic: { what: 'пут' } }, { basic: {}, cost: '0.00', sum: '3.00', euro: '4.00' })).toEqual({
      filled: [],
      replacing: [],
    });
  });

  it('takes no saved value for one of the earlier form, where the input has gone on', () => {
    expect(offer({ basic: { what: 'ново' } }, { basic: { what: 'старо' } }, { basic: { what: 'старо' } })).toEqual({
      filled: [],
      replacing: [],
    });
  });

  it('changes the chosen fields alone', () => {
    const mine = { basic: { what: 'пут', why: 'река' }, cost: '1.00' };
    const copied = { basic: { what: 'мост', why: 'мост' }, cost: '2.00' };
    const chosen = FORM.sections.flatMap(({ fields }) => fields).filter(({ path }) => path !== 'basic.why');
    expect(withCopied(mine, copied, chosen)).toMatchObject({ basic: { what: 'мост', why: 'река' }, cost: '2.00' });
    expect(mine).toEqual({ basic: { what: 'пут', why: 'река' }, cost: '1.00' });
  });
});
