import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, 'messages');
const FORMS = ['one', 'few', 'other'];
const rules = new Intl.PluralRules('sr');

type Tree = { readonly [key: string]: string | Tree };

function* textsOf(tree: Tree, path: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${path}.${key}`, value];
    else yield* textsOf(value, `${path}.${key}`);
  }
}

async function allTexts(language: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const file of readdirSync(join(FOLDER, language))) {
    const module = (await import(join(FOLDER, language, file))) as Record<string, Tree>;
    for (const [area, tree] of Object.entries(module)) {
      for (const [key, text] of textsOf(tree, area)) texts.set(key, text);
    }
  }
  return texts;
}

const sr = await allTexts('sr');
const en = await allTexts('en');
const counted = [...sr.keys()].filter((key) => key.endsWith('_one')).map((key) => key.replace(/_one$/, ''));
const said = (key: string, count: number) =>
  (sr.get(`${key}_${rules.select(count)}`) ?? '').replace('{{count}}', String(count));

test('a number of the portfolio stays on one line with its percent sign', () => {
  const texts = [...sr, ...en].filter(([key]) => /^(portfolioViews|scenarios|timeline)\./.test(key));
  expect(texts.filter(([, text]) => text.includes('\u00a0%')).length).toBeGreaterThan(0);
  expect(texts.filter(([, text]) => text.includes(' %'))).toEqual([]);
});

describe('what is counted is said in the form of its number', () => {
  test.each(counted)('%s has every form in both languages', (key) => {
    for (const form of FORMS) {
      expect(sr.get(`${key}_${form}`), `${key}_${form}`).toBeTruthy();
      expect(en.get(`${key}_${form}`), `${key}_${form}`).toBeTruthy();
    }
  });

  test('1, 21 and 101 are said as one, 2 and 22 as a few, 5 and 11 as many', () => {
    expect([1, 2, 5, 11, 21, 22, 101].map((count) => said('fiscal.approved', count))).toEqual([
      '1 одобрен пројекат',
      '2 одобрена пројекта',
      '5 одобрених пројеката',
      '11 одобрених пројеката',
      '21 одобрен пројекат',
      '22 одобрена пројекта',
      '101 одобрен пројекат',
    ]);
    expect([1, 2, 5, 11, 21, 22, 101].map((count) => said('forms.errors', count))).toEqual([
      '1 грешка',
      '2 грешке',
      '5 грешака',
      '11 грешака',
      '21 грешка',
      '22 грешке',
      '101 грешка',
    ]);
  });

  test('what a part is of is said in its genitive', () => {
    expect([1, 3, 5, 21].map((count) => said('scenarios.chosenOf', count))).toEqual([
      '{{chosen}} од 1 пројекта',
      '{{chosen}} од 3 пројекта',
      '{{chosen}} од 5 пројеката',
      '{{chosen}} од 21 пројекта',
    ]);
    expect([1, 4, 9, 21].map((count) => said('forms.filled', count))).toEqual([
      'Попуњено {{done}} од 1 одељка',
      'Попуњено {{done}} од 4 одељка',
      'Попуњено {{done}} од 9 одељака',
      'Попуњено {{done}} од 21 одељка',
    ]);
  });

  test('days and rows are counted too', () => {
    expect([1, 2, 11, 21].map((count) => said('portfolioViews.course.days', count).split(',')[0])).toEqual([
      'обично 1 дан',
      'обично 2 дана',
      'обично 11 дана',
      'обично 21 дан',
    ]);
    expect([1, 2, 5].map((count) => said('forms.block.pasteWhatFits', count))).toEqual([
      'Налепи 1 ред са почетка',
      'Налепи 2 реда са почетка',
      'Налепи 5 редова са почетка',
    ]);
  });

  test('no number stands before a word that has one form alone', () => {
    const alone = [...sr].filter(
      ([key, text]) => !/_(one|few|other)$/.test(key) && /\{\{count\}\} [а-шђћчџжљњ]/.test(text),
    );
    expect(alone.map(([key]) => key)).toEqual([]);
  });
});

test('English has every text, and no Serbian in it', () => {
  expect([...sr.keys()].filter((key) => !en.has(key))).toEqual([]);
  // The name of the other language is written in that language.
  const foreign = [...en].filter(
    ([key, text]) => key !== 'shell.script.sr-Cyrl' && /[А-Яа-яЂЋЧЏЖЉЊђћчџжљњ]/.test(text),
  );
  expect(foreign.map(([key]) => key)).toEqual([]);
});
