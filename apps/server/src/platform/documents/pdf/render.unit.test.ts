import { isThorough } from '../../../testing/thorough.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, PdfDocument } from './model.ts';
import { pdfPages, placedTexts } from '../../../testing/pdf-text.ts';
import { renderPdf } from './render.ts';

const column = { title: 'Колона', align: 'left' as const };

/** How many papers are drawn, the number of texts in each, and the longest time that a busy machine takes for one. */
const PAPERS = isThorough ? 20 : 8;
const TEXTS = 10;
const PAPER_MS = 15_000;

/** Names and labels are bounded where they are entered. */
const LONGEST_NAME = 300;

/** A text in every place of a body. */
function body(text: string): Block[] {
  const name = text.slice(0, LONGEST_NAME);
  return [
    { kind: 'heading', level: 3, text: name },
    { kind: 'paragraph', text },
    { kind: 'markdown', label: name, text },
    { kind: 'labelled', rows: [{ label: name, value: text }] },
    {
      kind: 'table',
      title: name,
      columns: [column, { title: name, align: 'right' }],
      rows: [{ band: name, level: 2 }, [text, text], { sum: [name, text] }],
      foot: [name, ''],
    },
    { kind: 'notes', tone: 'error', title: name, items: [text] },
  ];
}

/** A text in every place where a document can hold one, and more texts in every place of its body. */
function everywhere(text: string, ...more: readonly string[]): PdfDocument {
  const name = text.slice(0, LONGEST_NAME);
  return {
    head: { institutions: [name, name], number: name, day: name },
    title: name,
    subtitle: name,
    labelled: [{ label: name, value: name }],
    blocks: [text, ...more].flatMap(body),
    signatures: [name, name],
    footer: name,
  };
}

/** Draws it and fails when the paper had to do without its standard (PDF/UA-1). */
async function drawn(text: string, ...more: readonly string[]): Promise<Buffer> {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  try {
    const pdf = await renderPdf(everywhere(text, ...more));
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings.map(({ message }) => message)).toEqual([]);
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    return pdf;
  } finally {
    process.off('warning', listen);
  }
}

const list = (levels: number) => Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- став`).join('\n');

it('an address that is copied from a paper is the address, wherever its lines break', async () => {
  const addresses = [
    'milena.jovanovic-stankovic@javnapreduzeca.prokuplje.rs',
    'https://www.prokuplje.rs/kapitalni-projekti/rekonstrukcijavodovodnemreze/2026',
  ];
  const narrow = { title: 'К', align: 'left' as const };
  const pdf = await renderPdf({
    title: 'Адресе',
    blocks: addresses.flatMap((address): Block[] => [
      { kind: 'paragraph', text: `${'Пише се на адресу '.repeat(4)}${address}` },
      { kind: 'markdown', label: 'Опис', text: `${'Пише се на адресу '.repeat(4)}${address}` },
      { kind: 'table', columns: Array(5).fill(narrow), rows: [Array(5).fill(address)] },
    ]),
  });
  const pages = await pdfPages(pdf);
  const text = pages.join('');
  expect(text).not.toMatch(/[\u00ad\u200b\u2060]/);
  // No character is added where a cell breaks an address into lines.
  const joined = text.replaceAll(/\s/g, '');
  for (const address of addresses) expect(joined.split(address).length - 1, joined).toBe(7);
});

describe('any text becomes a paper', () => {
  it.each([
    ['a bullet of a word processor', '\uf0b7 прва\n\uf0a7 друга\n\ue123'],
    ['Chinese', '中国路桥 こんにちは'],
    ['emoji', '😀 👨‍👩‍👧 🇷🇸 ❤️'],
    ['other scripts', 'Ελληνικά مرحبا שלום नमस्ते ไทย 한국어 Հայ'],
    ['control characters', 'a\u0000b\u0007c\u001bd\u000be\u000cf\u0085g\u2028h\u007f'],
    ['directions', '\u202eабв\u202c \u2067где \u200f\u200e'],
    ['unseen characters', 'a\ufeffb\u200bc\u00add\u2060e\u200df\ufe0fg\u034fh\u{e0041}'],
    ['half characters', 'a\ud800b\udc00c'],
    ['no characters', '\uffff\ufffe\u{1fffe}'],
    ['heaps of marks', `а${'\u0301\u0489'.repeat(200)}`],
    ['marks alone', '\u0301\u20dd'],
    ['nothing', ''],
    ['white space', ' \n\t\u00a0 '],
    ['50 quotes', `${'>'.repeat(50)} x`],
    ['60 lists', list(60)],
    ['60 lists on a line', `${'- '.repeat(60)}x`],
    ['thousands of quotes', `${'>'.repeat(5000)}x`],
    ['thousands of lists', '1. '.repeat(2600)],
    ['a link that is too long', `[x](http://${'a'.repeat(9000)})`],
    ['links of all sorts', '[](http://a) [a](http://) [b](mailto:) [в](http://ђ.срб/а б) <http://x> [d](HTTP://[)'],
    ['many addresses', 'http://'.repeat(1500)],
    ['empty parts', '- \n\n> \n\n#\n\n| |\n|-|\n| |\n\n** **\n\n![](http://a/b.png)\n\n``` \n```'],
    ['a wide table', `${'|a'.repeat(60)}|\n${'|-'.repeat(60)}|\n${'|b'.repeat(60)}|`],
    ['markup of the template', '#panic() $x$ @label <label> \\u{1} `raw` #import "x"'],
    ['an address with half of a sign', 'http://http://\ud800'],
  ])('%s', async (_, text) => {
    await drawn(text);
  });

  it('whatever it is', { timeout: PAPERS * PAPER_MS }, async () => {
    const hostile = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
        fc.constantFrom(
          '\n',
          '\n\n',
          '> ',
          '- ',
          '1. ',
          '  ',
          '    ',
          '# ',
          '**',
          '_',
          '`',
          '```\n',
          '|',
          '|-|\n',
          '[',
          '](',
          ')',
        ),
        fc.constantFrom(
          'http://',
          '<',
          '&#',
          '\\',
          '~~',
          '\u202e',
          '\u200d',
          '\ufe0f',
          '\u0301',
          '\ud83d',
          '\ufeff',
          '\u0600',
        ),
      ),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: TEXTS, size: 'max' }), async (texts) => {
        const [first = '', ...more] = texts.map((parts) => parts.join(''));
        await drawn(first, ...more);
      }),
      { numRuns: PAPERS },
    );
  });
});

it.each([[[]], [['Обрадио']]])(
  'the name of a group stands on the page of its first row, with signatures %j',
  async (signatures) => {
    for (let before = 30; before < 48; before += 3) {
      const groups = Array.from({ length: 6 }, (_, at) => [
        { band: `Орган ${at}`, level: 1 },
        { band: `Сектор ${at}`, level: 2 },
        ...Array.from({ length: at === 0 ? before : 4 }, () => ['Пројекат', '1']),
      ]).flat();
      const block: Block = { kind: 'table', columns: [column, column], rows: groups };
      const pages = await placedTexts(await renderPdf({ title: 'Папир', blocks: [block], signatures }));
      for (const { texts } of pages) {
        const rows = texts.filter(({ base, text }) => base > 50 && /Орган|Сектор|Пројекат/.test(text));
        const last = rows.toSorted((one, other) => one.base - other.base)[0];
        expect(last?.text, String(before)).toBe('Пројекат');
      }
    }
  },
);

it.each(['cyrillic', 'latin'] as const)('no word of a cell reaches into the next one, in %s', async (script) => {
  const cells = ['LE-POSTROJENJE', 'Предимплементација', 'Обустављено рационализацијом', 'Назив'];
  const columns = cells.map((title) => ({ title: title.slice(0, 2), align: 'left' as const }));
  const wide = { ...columns[0], title: 'О', align: 'left' as const, weight: 12 };
  const block: Block = { kind: 'table', columns: [...columns, wide], rows: [[...cells, 'Опис']] };
  const [page] = await placedTexts(await renderPdf({ title: 'Папир', blocks: [block], script }));
  const texts = page?.texts ?? [];
  expect(texts.length).toBeGreaterThan(cells.length);
  for (const one of texts) {
    const next = texts.filter(({ base, left }) => base === one.base && left > one.left).map(({ left }) => left);
    expect(one.right, one.text).toBeLessThanOrEqual(Math.min(...next) + 0.1);
  }
});

it('no head of a column sticks out of its place, however narrow that is', async () => {
  const titles = ['Назив', 'Износ у валути', 'Обезбеђено', 'Учешће, %'];
  const document: PdfDocument = {
    title: 'Папир',
    blocks: [
      {
        kind: 'table',
        columns: titles.map((title, at) => ({ title, align: 'left', weight: at === 2 ? 0.2 : 4 })),
        rows: [['а', '99.999.999.999.999,00', 'Да', '100,00']],
      },
    ],
  };
  const [page] = await placedTexts(await renderPdf(document));
  const placed = (text: string) => page?.texts.find((one) => one.text.includes(text));
  expect(placed('Обезбеђено')?.right).toBeLessThanOrEqual(placed('Учешће')?.left ?? 0);
});
