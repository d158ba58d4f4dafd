import { describe, expect, it } from 'vitest';
import { isThorough } from '../../../testing/thorough.ts';
import { pdfPages, placedTexts } from '../../../testing/pdf-text.ts';
import type { Block } from './model.ts';
import { renderPdf } from './render.ts';

const column = { title: 'Колона', align: 'left' as const };

describe('signatures', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => [`ред ${at}`, '1.234.567,00']);
  const columns = [column, { title: 'Износ', align: 'right' as const }];
  const words = 'Отпадне воде се непречишћене уливају у реку. ';

  it.each([
    ['a table', (count: number): Block => ({ kind: 'table', columns, rows: rows(count), foot: ['Укупно', '0,00'] })],
    [
      'labelled values',
      (count: number): Block => ({
        kind: 'labelled',
        rows: rows(count).map(([label = '', value = '']) => ({ label, value })),
      }),
    ],
    [
      'a list',
      (count: number): Block => ({
        kind: 'markdown',
        label: 'Циљеви',
        text: rows(count)
          .map(([text]) => `- ${text}`)
          .join('\n'),
      }),
    ],
    [
      'a Markdown table',
      (count: number): Block => ({
        kind: 'markdown',
        label: 'Циљеви',
        text: `| Циљ | Износ |\n|---|---|\n${rows(count)
          .map((cells) => `| ${cells.join(' | ')} |`)
          .join('\n')}`,
      }),
    ],
    [
      'notes',
      (count: number): Block => ({
        kind: 'notes',
        tone: 'warning',
        title: 'Упозорења',
        items: rows(count).map(([text = '']) => text),
      }),
    ],
  ])('stand on the page of the end of %s, however long it is', async (_, block) => {
    // The place for the signatures is five rows high.
    for (let count = 30; count <= 60; count += isThorough ? 1 : 4) {
      const document = { title: 'Папир', blocks: [block(count)], signatures: ['Обрадио'] };
      const last = (await pdfPages(await renderPdf(document))).at(-1) ?? '';
      expect([last.includes('Обрадио'), last.includes(`ред ${count - 1}`)], String(count)).toEqual([true, true]);
    }
  });

  it('are on the page where the text ends', async () => {
    for (let count = 30; count <= 70; count += isThorough ? 2 : 8) {
      const blocks: Block[] = [
        { kind: 'paragraph', text: words.repeat(count) },
        { kind: 'paragraph', text: `${words.repeat(10)} Крај.` },
      ];
      const last = (await pdfPages(await renderPdf({ title: 'Папир', blocks, signatures: ['Обрадио'] }))).at(-1);
      expect([last?.includes('Обрадио'), last?.includes('Крај.')], String(count)).toEqual([true, true]);
    }
  });
});

/** Repeated on each page: its number, and the head of a table. */
const REPEATED = /^(страна|Колона)/;

describe('signatures under a text that is taller than the room for it', () => {
  /** Numbered sentences, so that a page shows which of them it has. */
  const text = (count: number) =>
    Array.from({ length: count }, (_, at) => `Реченица ${at} говори о отпадним водама и реци.`).join(' ');
  const columns = [
    { title: 'Колона', align: 'left' as const },
    { title: 'Колона', align: 'left' as const, weight: 4 },
  ];
  const kinds: [string, (count: number) => Block][] = [
    ['a paragraph', (count) => ({ kind: 'paragraph', text: text(count) })],
    ['Markdown', (count) => ({ kind: 'markdown', label: 'Опис', text: `**Увод.** ${text(count)}` })],
    ['a quote', (count) => ({ kind: 'markdown', label: 'Опис', text: `> ${text(count)}` })],
    ['a list of one', (count) => ({ kind: 'markdown', label: 'Опис', text: `- ${text(count)}` })],
    ['the last item of a list', (count) => ({ kind: 'markdown', label: 'Опис', text: `1. прва\n2. ${text(count)}` })],
    [
      'an item of several paragraphs',
      (count) => ({ kind: 'markdown', label: 'Опис', text: `- прво\n\n  ${text(count)}` }),
    ],
    ['a labelled value', (count) => ({ kind: 'labelled', rows: [{ label: 'Опис', value: text(count) }] })],
    [
      'the last row of a table',
      (count) => ({
        kind: 'table',
        columns,
        rows: [
          ['1', 'Увод'],
          ['2', text(count)],
        ],
      }),
    ],
    [
      'the last row of a Markdown table',
      (count) => ({
        kind: 'markdown',
        label: 'Опис',
        text: `| Колона | Колона |\n|---|---|\n| 1 | Увод |\n| 2 | ${text(count)} |`,
      }),
    ],
    ['a note', (count) => ({ kind: 'notes', tone: 'error', title: 'Грешке', items: ['прва', text(count)] })],
  ];

  it.each(kinds)('have at least two of its lines on their page: %s', async (_, block) => {
    for (let count = 92; count <= 140; count += isThorough ? 6 : 16) {
      const document = { title: 'Папир', blocks: [block(count)], signatures: ['Обрадио'] };
      const pages = (await placedTexts(await renderPdf(document))).map(({ texts }) =>
        texts.filter(({ text: shown }) => !REPEATED.test(shown)),
      );
      const last = pages.at(-1) ?? [];
      const lines = new Set(
        last.filter((one) => /[Рр]ечениц|говори|водам/.test(one.text)).map(({ base }) => Math.round(base)),
      );
      expect([last.some((one) => one.text.includes('Обрадио')), lines.size >= 2], String(count)).toEqual([true, true]);
      // Nothing is lost or written twice at a page break.
      const whole = pages.flat().map((one) => one.text.replaceAll(/[\s\u00ad\u2010-]/g, ''));
      const numbers = [...whole.join('').matchAll(/Реченица(\d+)говори/g)].map(([, number]) => Number(number));
      expect(numbers).toEqual(Array.from({ length: count }, (__, at) => at));
    }
  });
});

describe('a tall text without spaces above signatures', () => {
  const words = Array.from({ length: 400 }, (_, at) => `Ставка${at}.`);
  const columns = [{ title: 'Колона', align: 'left' as const }];

  it.each<[string, Block]>([
    ['lines of a paragraph', { kind: 'paragraph', text: words.join('\n') }],
    ['lines of a labelled value', { kind: 'labelled', rows: [{ label: 'Опис', value: words.join('\n') }] }],
    ['lines of a note', { kind: 'notes', tone: 'error', title: 'Грешке', items: [words.join('\n')] }],
    ['lines of the only row of a table', { kind: 'table', columns, rows: [[words.join('\n')]] }],
    ['a code', { kind: 'markdown', label: 'Опис', text: `\`${[...words, ...words, ...words].join(' ')}\`` }],
  ])('loses nothing: %s', async (_, block) => {
    const pages = await placedTexts(await renderPdf({ title: 'Папир', blocks: [block], signatures: ['Обрадио'] }));
    const shown = pages
      .flatMap(({ texts }) => texts.map((one) => one.text.replaceAll(/[\s\u00ad\u2010-]/g, '')))
      .join('');
    expect(new Set([...shown.matchAll(/Ставка(\d+)\./g)].map(([, at]) => Number(at)))).toEqual(new Set(words.keys()));
    const low = pages.flatMap(({ texts }) => texts.filter((one) => one.base < 30 && !one.text.startsWith('страна')));
    expect(low).toEqual([]);
  });
});

describe('tall rows above signatures', () => {
  const text = (row: number) =>
    Array.from({ length: 60 }, (_, at) => `Ред ${row} реченица ${at} о отпадним водама.`).join(' ');
  const rows = [0, 1, 2, 3].map((row) => [`${row}`, text(row)]);
  const columns = [
    { title: 'Колона', align: 'left' as const },
    { title: 'Колона', align: 'left' as const },
  ];

  it.each<[string, Block]>([
    ['a table', { kind: 'table', columns, rows }],
    [
      'a Markdown table',
      {
        kind: 'markdown',
        label: 'Опис',
        text: ['| Колона | Колона |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'),
      },
    ],
  ])('lose nothing at the end of %s', async (_, block) => {
    const pages = await placedTexts(await renderPdf({ title: 'Папир', blocks: [block], signatures: ['Обрадио'] }));
    const shown = pages
      .flatMap(({ texts }) =>
        texts.filter((one) => !REPEATED.test(one.text)).map((one) => one.text.replaceAll(/[\s\u00ad\u2010-]/g, '')),
      )
      .join('');
    const found = [...shown.matchAll(/Ред(\d)реченица(\d+)о/g)].map(([, row, at]) => Number(row) * 60 + Number(at));
    expect(found).toEqual(Array.from({ length: 240 }, (__, at) => at));
    // Nothing lies below the foot of the page either, where no printer reaches.
    const low = pages.flatMap(({ texts }) => texts.filter((one) => one.base < 30 && !one.text.startsWith('страна')));
    expect(low).toEqual([]);
    expect(pages.at(-1)?.texts.some((one) => one.text.includes('водама'))).toBe(true);
  });
});
