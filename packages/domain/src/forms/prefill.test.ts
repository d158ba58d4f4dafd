import { describe, expect, it } from 'vitest';
import { defaultValues } from './complete.ts';
import { IDEA_EXAMPLE_DATA } from '@pimis/examples/idea';
import { parseFormValues } from './parse.ts';
import { getPath } from './paths.ts';
import { prefillFrom, prefillFromShortPif } from './prefill.ts';
import { example, formOf, formWith, label } from '../../test/forms.ts';

const idea = formOf('ideja');
const readiness = formOf('spremnost');

describe('a later form', () => {
  it.each(['identifikacija-projekta', 'spremnost', 'posebnog-znacaja'])(
    '%s starts from the idea and parses',
    (code) => {
      const form = formOf(code);
      const earlier = { definition: idea, values: example({ 'opinions.ministry': 'Само за министарство.' }) };
      const prefill = prefillFrom(form, earlier, '118.0000');
      const values = defaultValues(form, { ...IDEA_EXAMPLE_DATA, exchangeRate: { rate: '118.0000' }, prefill });
      expect(parseFormValues(form, values).ok).toBe(true);
      expect(getPath(values, 'financialInfo.price.local')).toBe('2109600000.00');
      expect(getPath(values, 'financialInfo.price.foreign')).toBe('17877966.10');
      expect(getPath(values, 'basic.level')).toBe('Локални');
      expect(getPath(values, 'basic.euFunded')).toBe('Не');
      expect(getPath(values, 'documents.land')).toEqual({
        choice: 'Не',
        comment: 'Експропријација 1,6 ha почиње у мају.',
      });
      expect(JSON.stringify(values)).not.toContain('Само за министарство.');
    },
  );

  it('takes what has the same kind, and an answer for the state of a document', () => {
    const kinds = ['text', 'yesNoComment', 'planDoc'] as const;
    const formOfKinds = (kind: (typeof kinds)[number]) => formWith([{ path: 'a', kind, label: label('А') }]);
    const taken = kinds.flatMap((from) =>
      kinds
        .filter((to) => {
          const earlier = { definition: formOfKinds(from), values: { a: { choice: 'Да' } } };
          return getPath(prefillFrom(formOfKinds(to), earlier, undefined), 'a') !== undefined;
        })
        .map((to) => `${from} ${to}`),
    );
    expect(taken).toEqual(['text text', 'yesNoComment yesNoComment', 'yesNoComment planDoc', 'planDoc planDoc']);
  });

  it('does not touch the values it starts from', () => {
    const values = example();
    prefillFrom(readiness, { definition: idea, values }, '118.0000');
    expect(values).toEqual(example());
  });
});

describe('preparedness from the short PIF', () => {
  const shortPif = {
    basic: { name: 'Обилазница', locations: [{ id: '70998', name: 'Прокупље' }], startYear: 2026, endYear: 2027 },
    description: 'Кратак опис.',
    estimate: { preparation: '12500000.00', realization: '187500000.00', total: '200000000.00' },
    fundingSources: [
      { source: 'Зајам', name: 'Банка', localAmount: '200000000.00', percentage: '100.00', foreignAmount: '1.00' },
    ],
  };

  it('takes the mapped fields, and the project gives the rest', () => {
    const prefill = prefillFromShortPif(shortPif);
    const values = defaultValues(readiness, { ...IDEA_EXAMPLE_DATA, prefill });
    expect(parseFormValues(readiness, values).ok).toBe(true);
    expect(values).toMatchObject({
      basic: {
        projectName: 'Обилазница',
        locations: [{ id: '70998' }],
        proposer: IDEA_EXAMPLE_DATA.organization,
        euFunded: 'Не',
      },
      description: { summary: 'Кратак опис.' },
      estimatedStartYear: 2026,
      estimatedEndYear: 2027,
      financialInfo: {
        price: { local: '200000000.00' },
        preparationAmount: { value: '12500000.00' },
        implementationAmount: { value: '187500000.00' },
        fundingSources: [{ source: 'Зајам', name: 'Банка', localAmount: '200000000.00', percentage: '100.00' }],
      },
    });
    expect(getPath(values, 'basic.contacts')).toHaveLength(1);
  });

  it('of an empty PIF is nothing', () => {
    expect(prefillFromShortPif({})).toEqual({});
  });
});
