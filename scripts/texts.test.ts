import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '@pimis/contract/errors';

/*
 * Rules for every visible text: texts in both languages (messages of the interface, the catalogue of answers, the
 * domain's texts), and every Serbian text in a source, such as those of papers and mails.
 */

const ROOT = join(import.meta.dirname, '..');
const CYRILLIC = /[\u0400-\u04FF]/;

interface Pair {
  place: string;
  sr: string;
  en: string;
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

function* pairsWithin(value: unknown, place: string, seen: Set<unknown>): Generator<Pair> {
  if (!isTree(value) || seen.has(value)) return;
  seen.add(value);
  if ('sr' in value && 'en' in value && typeof value.sr === 'string' && typeof value.en === 'string')
    yield { place, sr: value.sr, en: value.en };
  for (const [key, inner] of value instanceof Map ? value : Object.entries(value))
    yield* pairsWithin(inner, `${place}.${String(key)}`, seen);
}

function* messagePairs(sr: unknown, en: unknown, place: string): Generator<Pair> {
  if (typeof sr === 'string' && typeof en === 'string') yield { place, sr, en };
  if (!isTree(sr) || !isTree(en)) return;
  const english: Record<string, unknown> = { ...en };
  for (const [key, value] of Object.entries(sr)) yield* messagePairs(value, english[key], `${place}.${key}`);
}

async function allPairs(): Promise<Pair[]> {
  const pairs: Pair[] = Object.entries(CATALOGUE).map(([name, { sr, en }]) => ({ place: name, sr, en }));
  for (const area of globSync('*.ts', { cwd: join(ROOT, 'apps/web/src/i18n/messages/sr') })) {
    const [sr, en] = (await Promise.all(
      ['sr', 'en'].map((language) => import(join(ROOT, 'apps/web/src/i18n/messages', language, area))),
    )) as [unknown, unknown];
    pairs.push(...messagePairs(sr, en, 'messages'));
  }
  const seen = new Set<unknown>();
  for (const file of globSync('packages/domain/src/**/*.ts', { cwd: ROOT })) {
    if (file.endsWith('.test.ts')) continue;
    pairs.push(...pairsWithin((await import(join(ROOT, file))) as unknown, file, seen));
  }
  return pairs;
}

/** The texts of a source; of a template its pieces. */
function textsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (!CYRILLIC.test(text)) return [];
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') found.push(value);
    },
    TemplateLiteral: ({ quasis }) => {
      found.push(quasis.map(({ value }) => value.cooked ?? value.raw).join('{}'));
    },
    JSXText: ({ value }) => {
      found.push(value);
    },
  }).visit(parseSync(file, text).program);
  return found.filter((one) => CYRILLIC.test(one));
}

// Tests and demo data are not texts of the product; the other sources work with letters and endings.
const NO_TEXTS =
  /\.test\.tsx?$|\/testing\/|\/seed\/|\/dist\/|text\/(transliterate|search)\.ts$|i18n\/i18n\.ts$|messages\/en\/|forms\/grid\.ts$/;
const serbian = globSync('{apps,packages}/{web,server,domain,contract,markdown}/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !NO_TEXTS.test(file.replaceAll('\\', '/')))
  .flatMap((file) => textsOf(file).map((text) => ({ file, text })));

const pairs = await allPairs();

it('looks at every text: of the interface, the domain, papers and mails', () => {
  expect(pairs.length).toBeGreaterThan(2000);
  for (const place of ['/mail-texts.ts', '/identity-card.ts', '/messages/sr/projects.ts', '/registries/bodies.ts'])
    expect(serbian.some(({ file }) => file.endsWith(place))).toBe(true);
});

/** In Latin letters are placeholders, addresses, and names of formats, units, browsers, keys, settings and commands. */
const FILLED = /\{\{?\w*\}?\}|<[^>]*>|@\S+|\S+@\S+/g;
const LATIN_NAMES =
  /\b(https|pimis [a-z]+(?:-[a-z]+)?|[A-Z]{4,}_[A-Z]+|archive_command|clamd|NTP|PDF|XLSX|CSV|ZIP|JSON|QR|SHA-256|OC4IDS|ISO|UTF-8|UTF-16|Windows-125[01]|JWK|RSA|EC|P-256|P-384|P-521|Ed25519|private_key_jwt|client_id|Idempotency-Key|HEIC|heic|WebP|webp|JPEG|EUR|BAC|PV|EV|AC|SV|CV|SPI|CPI|EAC|VAC|WBIF|Chrome|Edge|Firefox|Safari|Enter|Shift|Ctrl|MB|KB|II|III)\b/g;

const left = (text: string, wrong: RegExp) =>
  text.replaceAll(FILLED, ' ').replaceAll(LATIN_NAMES, ' ').match(wrong)?.[0];

/** Words that the glossary replaces, or that are not official. */
const OTHER_WORDS: readonly [RegExp, string][] = [
  [/фајл/i, 'датотека'],
  [/линк/i, 'веза'],
  [/(^|[^а-шђћчџжљњ])(и-?)?мејл/i, 'е-пошта'],
  [/нотификациј/i, 'обавештење'],
  [/логова(ти|ње)|логуј/i, 'пријава'],
  [/креирај|креирање|креирати/i, 'отвори, направи'],
  [/верзиј[аеиу] обрасца/i, 'ревизија'],
  [/последњ[аеу] промен/i, 'последња измена'],
  [/шифр[аеу] пројекта/i, 'радни назив'],
  [/по сећању/i, 'није потврђено'],
  [/министарств[оау] (за европске|финансија)/, 'Министарство'],
  [/приручник|(?<![а-шђћчџжљњ])помоћ(у|и)?(?![а-шђћчџжљњ])/i, 'упутство'],
  [/(?<![а-шђћчџжљњ])закључи(те|ти|м|мо)?(?![а-шђћчџжљњ])/i, 'закључај'],
  [/није дат[оаи]/i, 'недостаје'],
  [/(?<!веб-)прегледач(ем)? (је |није |не )*(дозво|подржа|затвор|отвор|прима|застаре)/i, 'веб-прегледач'],
  [/спровођењ/i, 'имплементација (пројекта), реализација (етапа, износи)'],
  [/контакт (особ|подац|податк)/i, 'лице за контакт, подаци за контакт'],
  [/токен|екстензиј|паузирај|кликни|лаптоп|дефолт/i, 'реч службеног језика'],
  [/анонимн/i, 'без пријаве'],
  [/(?<![а-шђћчџжљњ])тајн[аеуо](?![а-шђћчџжљњ])/i, 'кључ'],
  [/скинут/i, 'уклоњено'],
  [/заказан/i, 'одређен'],
  [/[а-шђћчџжљњ]\/л?а(?![а-шђћчџжљњ])/i, 'реч без рода'],
  [/шта бива са|трошак чувања/i, 'шта ће бити, трошак одржавања'],
  [/пробне налоге|демо налог/i, 'пробни налози'],
];
const OTHER_ENGLISH: readonly [RegExp, string][] = [
  [/\b(colou?rs?|centers?|canceled|labeled|favorites?|programs?|licenses?)\b/i, 'British spelling'],
  [/\bdata (have|were|are)\b/i, 'data has'],
  [/(?<!e-)\bmails?\b/i, 'e-mail'],
  [/\bsuccess key\b/i, 'key success indicators'],
  [/\bmend\b/i, 'correct'],
  [/\b(don't|can't|isn't|doesn't|won't|you're|it's)\b/i, 'the full words'],
  [/ministry of finance|ministry for european/, 'Ministry of Finance'],
  [/^(Important project|Approve important|Important)\b(?!$)/, 'special importance'],
];

/**
 * Labels of published forms: a published definition never changes, so these stay until the next version of the form
 * (docs/decisions/0092-texts-of-published-forms.md).
 */
const PUBLISHED = new Set([
  'Important project',
  'Ministry of finance opinion',
  'Мишљење министарства финансија',
  'Контакт особа',
  'Контакт особе',
  'Капацитет за спровођење',
  'Јединица за спровођење',
  'Образована јединица за спровођење',
  'Трошак чувања објекта и уговора',
  'Трошак чувања објекта и уговора, РСД',
  'Шта бива са изграђеним',
]);

/** Pages of the manual, without generated ones and those about forms of an earlier system. */
const MANUAL = globSync('docs/help/{*,phases/*,forms/*}.md', { cwd: ROOT }).filter(
  (file) => !/tok-projekta|ovlascenja|1-5-[0-4]/.test(file),
);

describe('a Serbian text', () => {
  it('has no Latin letters besides names of formats, standards, browsers and keys', () => {
    expect(serbian.filter(({ text }) => left(text, /[A-Za-zČĆŽŠĐčćžšđ]+/))).toEqual([]);
  });

  it('has no letters that Serbian Cyrillic does not have', () => {
    expect(serbian.filter(({ text }) => /[ЙйЩщЪъЫыЬьЭэЮюЯяЁёЄєІіЇїЃѓЌќЎўҐґ]/.test(text))).toEqual([]);
  });

  it('has one space between words, none before a sign, the quotes of its language and a real ellipsis', () => {
    const wrong = / {2}|[^\s{}·–] [,.;:!?](?!\w)|[а-ш]\.\.\.|“[а-шА-Ш]|"[а-шђжљњћџА-ШЂЖЉЊЋЏ]/;
    expect(serbian.filter(({ text }) => wrong.test(text.trim()))).toEqual([]);
  });

  it('calls a thing by the one word that it has', () => {
    const wrong = [...serbian.map(({ text }) => text), ...pairs.map(({ sr }) => sr)]
      .filter((text) => !PUBLISHED.has(text))
      .flatMap((text) => OTHER_WORDS.flatMap(([word, better]) => (word.test(text) ? [`${better}: ${text}`] : [])));
    expect(wrong).toEqual([]);
  });
});

describe('a page of the manual', () => {
  it.each(MANUAL)('%s calls a thing by the one word that it has', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const found = OTHER_WORDS.flatMap(([word, better]) => {
      const wrong = word.exec(text);
      return wrong ? [`${better}: ${wrong[0]}`] : [];
    });
    expect(found).toEqual([]);
  });
});

describe('words that were replaced', () => {
  it.each([
    ['Погледајте приручник', 'упутство'],
    ['Закључите образац', 'закључај'],
    ['Мишљење није дато', 'недостаје'],
    ['Прегледач не дозвољава копирање', 'веб-прегледач'],
    ['Прегледач је застарео', 'веб-прегледач'],
    ['Контакт подаци корисника', 'лице за контакт, подаци за контакт'],
    ['Предложио/ла', 'реч без рода'],
    ['није заказана', 'одређен'],
  ])('%s is found', (text, better) => {
    expect(OTHER_WORDS.filter(([word]) => word.test(text)).map(([, said]) => said)).toEqual([better]);
  });

  it.each(['Веб-прегледач није дозволио копирање.', 'Закључак', 'Закључење', 'Одобравалац Министарства', 'помоћник'])(
    '%s is not',
    (text) => {
      expect(OTHER_WORDS.filter(([word]) => word.test(text))).toEqual([]);
    },
  );
});

describe('an English text', () => {
  it('is there, and has no Cyrillic letters', () => {
    // The name of a language in itself.
    expect(pairs.filter(({ en, place }) => en === '' || (CYRILLIC.test(en) && !place.endsWith('.sr-Cyrl')))).toEqual(
      [],
    );
  });

  it('is British, official, and calls a thing by the one word that it has', () => {
    const wrong = pairs
      .filter(({ en }) => !PUBLISHED.has(en))
      .flatMap(({ en, place }) =>
        OTHER_ENGLISH.flatMap(([word, better]) => (word.test(en) ? [`${better}: ${place}: ${en}`] : [])),
      );
    expect(wrong).toEqual([]);
  });

  it('has one space between words and none before a sign', () => {
    expect(pairs.filter(({ en }) => / {2}|[^\s{}·–] [,.;:!?](?!\w)|\.\.\./.test(en.trim()))).toEqual([]);
  });
});

describe('the two languages of a text', () => {
  it('fill in the same values', () => {
    const values = (text: string) => (text.match(/\{\{?\w+\}?\}/g) ?? []).toSorted().join();
    expect(pairs.filter(({ sr, en }) => values(sr) !== values(en))).toEqual([]);
  });

  it('are both a sentence with its full stop, or both a label without', () => {
    // In one language only, an abbreviation or ordinal may end with a full stop.
    const ends = (text: string) => /(?<!\d|мил|бр|No)\.$/.test(text);
    expect(pairs.filter(({ sr, en }) => ends(sr) !== ends(en))).toEqual([]);
  });

  it('name the same currency', () => {
    expect(pairs.filter(({ sr, en }) => sr.includes('РСД') !== en.includes('RSD'))).toEqual([]);
  });
});

/** Texts that are one word in Serbian with several meanings, each of which has its own word in English. */
const HOMONYMS: readonly string[] = [
  'Преглед',
  'Од',
  'Упутство',
  'Чека',
  'Стање на дан',
  'предстоји',
  'укључен',
  'искључен',
  'Одустани',
  'Поништи',
];
/** A version of a form fixes its labels; the manual is prose; the picker of scripts names each script in itself. */
const OWN_WORDS =
  /forms\/definitions\/|forms\/reference-data\.ts$|domain\/src\/manual\/|i18n\/i18n\.ts$|portal\/words\.ts$/;

it('a word is defined once: no text is written in three files (packages/domain/src/text/words.ts)', () => {
  const places = Map.groupBy(
    serbian.filter(({ file }) => !OWN_WORDS.test(file.replaceAll('\\', '/'))),
    ({ text }) => text,
  );
  const many = [...places]
    .map(([text, found]) => ({ text, files: new Set(found.map(({ file }) => file)).size }))
    .filter(({ files }) => files > 2)
    .map(({ text }) => text);
  expect(many.filter((text) => !HOMONYMS.includes(text))).toEqual([]);
  expect(HOMONYMS.filter((text) => !many.includes(text))).toEqual([]);
});
