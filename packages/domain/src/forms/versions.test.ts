import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allForms } from './catalogue.ts';
import { formBehaviour, publishedForm } from './schema.ts';
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

  it('are computed and begun as what they are', () => {
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

/** Hashes of the published part and of the behaviour of each form; they never change. A new version adds its line. */
const PUBLISHED = `
ideja 1 0f83adde631ea1b8
ideja 2 5728b902ad461c77
identifikacija-projekta 1 b420e9dd1ccb3908
identifikacija-projekta 2 2e8c3fe385d6eb2d
spremnost 1 2b363fb78b5d2504
spremnost 2 82934ac6092671f2
posebnog-znacaja 1 c38b3a66a9c2f2bd
posebnog-znacaja 2 82518b01253d76d6
predimplementacija 1 b4106a75aa6141ba
predimplementacija 2 96665695236a7aaa
plan 1 4f06d205cbe7beab
kvartalni 1 5df70df1fa851857
kvartalni 2 cd6599010aff04bd
korekcija 1 040dc9913c889eed
kvartalni-korekcija 1 7f22236b1a851507
racionalizacija 1 dfddaee4b8918277
racionalizacija 2 4d68391df62d87a5
racionalizacija 3 906024fea8ec4fbd
zavrsni 1 5650587f194a3f49
efekti 1 30a358969fb52352
1-5-0 1 7ca4bfba03831a9b
1-5-1 1 5f73cc757ef3a28b
1-5-2 1 1e8fe100ad92d51e
1-5-3 1 94d1ec8d52b4e1a3
1-5-4 1 e88bf5b8fe42d10d
1-5-5 1 33bf7112d0ab0dc2
1-5-5 2 d57c0120da7d7492
pif-mini 1 1bcfa710209a0e9f
`;

/** Forms of an earlier system keep the numbers of their papers. */
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
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, own]) => [key, sorted(own)]),
    );
  };
  const lines = allForms().map((one) => {
    const all = JSON.stringify(sorted({ p: publishedForm(one), b: formBehaviour(one) }));
    return `${one.code} ${one.version} ${createHash('sha256').update(all).digest('hex').slice(0, 16)}`;
  });

  it('is what it was', () => {
    expect(lines).toEqual(expect.arrayContaining(PUBLISHED.trim().split('\n')));
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
