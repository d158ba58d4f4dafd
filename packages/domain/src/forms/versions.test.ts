import { describe, expect, it } from 'vitest';
import { allForms } from './catalogue.ts';
import { publishedForm } from './schema.ts';
import { formHashes, publishedForms } from '../../test/form-hashes.ts';
import type { Field, Rule } from './types.ts';
import { type VersionedForm, versionsOf } from './versions.ts';

const label = { sr: 'Поље', en: 'Field' };
const text = (path: string, more: Partial<Field> = {}): Field => ({ path, kind: 'text', label, ...more });
const rule = (code: string, more: Partial<Rule> = {}): Rule => ({ code, severity: 'error', check: () => [], ...more });

const form = (more: Partial<VersionedForm> = {}): VersionedForm => ({
  code: 'proba',
  aliases: [],
  versions: 2,
  phase: 0,
  family: 'generic',
  title: label,
  titleStage: 0,
  help: 0,
  revisionRoute: false,
  sections: [
    {
      key: 'all',
      title: label,
      fields: [
        text('first', { until: 1 }),
        text('second', { since: 2 }),
        { path: 'rows', kind: 'table', label, columns: [text('name'), text('more', { since: 2 })] },
      ],
    },
    { key: 'later', title: label, since: 2, fields: [text('other')] },
  ],
  rules: [rule('Both'), rule('Before', { until: 1 }), rule('Since', { since: 2 })],
  defaults: (_data, version) => ({ version }),
  compute: (values, _data, version) => {
    values.computedBy = version;
  },
  ...more,
});

describe('the versions of a form', () => {
  const [first, second] = versionsOf(form());
  const paths = (of: typeof first) => of?.sections.map(({ fields }) => fields.map(({ path }) => path));
  const columns = (of: typeof first) => of?.sections[0]?.fields.at(-1)?.columns?.map(({ path }) => path);

  it('have each the sections, fields, columns and rules of their own', () => {
    expect([first?.version, second?.version]).toEqual([1, 2]);
    expect([paths(first), paths(second)]).toEqual([[['first', 'rows']], [['second', 'rows'], ['other']]]);
    expect([columns(first), columns(second)]).toEqual([['name'], ['name', 'more']]);
    expect(first?.rules.map(({ code }) => code)).toEqual(['Both', 'Before']);
    expect(second?.rules.map(({ code }) => code)).toEqual(['Both', 'Since']);
  });

  it('compute and start with their own number', () => {
    const values = {};
    second?.compute(values, {});
    expect(values).toEqual({ computedBy: 2 });
    expect([first?.defaults({}), second?.defaults({})]).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it('number items in their order from the version on that says so', () => {
    const fields = [text('a', { no: '1.1' }), text('b', { no: '1.1' }), text('c'), text('d', { no: '1.4' })];
    const sections = [
      { key: 'one', title: label, fields },
      { key: 'two', title: label, fields: [{ ...text('e', { no: '2.2' }), columns: [text('f', { no: '2.2' })] }] },
    ];
    const numbers = versionsOf(form({ sections, rules: [], numberedSince: 2 })).map((one) =>
      one.sections.flatMap((section) =>
        section.fields.flatMap(({ no, columns = [] }) => [no, ...columns.map((column) => column.no)]),
      ),
    );
    expect(numbers).toEqual([
      ['1.1', '1.1', undefined, '1.4', '2.2', '2.2'],
      ['1.1', '1.2', undefined, '1.3', '2.1', '2.2'],
    ]);
  });

  it('publish nothing of the marks', () => {
    expect(JSON.stringify([publishedForm(first ?? never()), publishedForm(second ?? never())])).not.toMatch(
      /"(since|until)":/,
    );
  });

  it.each<[string, Partial<VersionedForm>]>([
    ['a field', { versions: 1 }],
    ['a rule', { sections: [], rules: [rule('Early', { since: 3 })] }],
    [
      'a column',
      { sections: [{ key: 'all', title: label, fields: [{ ...text('rows'), columns: [text('x', { until: 7 })] }] }] },
    ],
    ['a section', { sections: [{ key: 'all', title: label, since: 2, until: 1, fields: [] }], rules: [] }],
  ])('are not made where %s names one that the form does not have', (_what, more) => {
    expect(() => versionsOf(form(more))).toThrow(/Form proba has \d version/);
  });
});

/** Forms of an earlier system keep the item numbers of their paper versions. */
const EARLIER = ['1-5-0', '1-5-1', '1-5-2', '1-5-3', '1-5-4'];

describe('a form that is begun now', () => {
  const newest = [...new Map(allForms().map((one) => [one.code, one])).values()];
  const numbersOf = (fields: readonly Field[]): string[] =>
    fields.flatMap(({ no, columns = [] }) => [...(no === undefined ? [] : [no]), ...numbersOf(columns)]);

  it.each(newest.filter(({ code }) => !EARLIER.includes(code)).map((one) => [one.code, one] as const))(
    '%s has no item number twice, and skips none',
    (_code, { sections }) => {
      for (const [index, { fields }] of sections.entries()) {
        const numbers = numbersOf(fields);
        expect(numbers).toEqual(numbers.map((_no, at) => `${index + 1}.${at + 1}`));
      }
    },
  );
});

describe('a published form', () => {
  const published = publishedForms();

  it('is what it was', () => {
    for (const [version, hash] of published)
      expect({ version, hash: formHashes().get(version) }).toEqual({ version, hash });
  });

  it('has a line for each version (npm run form-versions writes that of a new one)', () => {
    expect([...formHashes().keys()].filter((version) => !published.has(version))).toEqual([]);
  });
});

function never(): never {
  throw new Error('No version');
}

describe('a mark of an unknown version', () => {
  const refusal = (more: Partial<VersionedForm>) => () => versionsOf(form(more));
  const section = (fields: readonly Field[], more: object = {}) => ({
    sections: [{ key: 'all', title: label, fields, ...more }],
  });

  it('stops the start, and is named with its place', () => {
    expect(refusal(section([text('first', { since: 3 })]))).toThrow('the field first is of 3 to 3');
    expect(refusal(section([text('first', { since: 0, until: 1 })]))).toThrow('the field first is of 0 to 1');
    expect(refusal(section([text('first', { since: 2, until: 1 })]))).toThrow('the field first is of 2 to 1');
    expect(refusal(section([text('first', { until: 3 })]))).toThrow('the field first is of 1 to 3');
    const rows: Field = { path: 'rows', kind: 'table', label, columns: [text('name', { since: 3 })] };
    expect(refusal(section([rows]))).toThrow('the field name is of');
    expect(refusal(section([], { since: 3 }))).toThrow('the section all is of');
    expect(refusal({ rules: [rule('Late', { since: 3 })] })).toThrow('the rule Late is of');
    expect(refusal(section([text('first', { since: 1, until: 2 })]))).not.toThrow();
  });
});
