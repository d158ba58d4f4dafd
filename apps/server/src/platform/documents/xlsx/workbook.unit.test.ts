import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { unzip } from '../../../testing/unzip.ts';
import { letters, type Sheet, type SheetLine, workbookStream } from './workbook.ts';

const COLUMNS: Sheet['columns'] = [
  { title: 'Назив', kind: 'text', width: 30 },
  { title: 'Износ', kind: 'money', width: 18 },
  { title: 'Дан', kind: 'day', width: 11 },
  { title: 'Тренутак', kind: 'instant', width: 16 },
];
const row = (...cells: (string | null)[]): SheetLine => ({ kind: 'row', cells });

function sheet(lines: Sheet['lines'], more: Partial<Sheet> = {}): Sheet {
  return { name: 'Лист', columns: COLUMNS, lines, at: new Date('2026-11-21T00:00:00Z'), ...more };
}

async function read(of: Sheet) {
  const bytes = await buffer(await workbookStream(of));
  const book = await readXlsx(new Uint8Array(bytes));
  return { rows: book.sheets[0]?.rows ?? [], name: book.sheets[0]?.name, parts: unzip(bytes) };
}

it('amounts are numbers as long as a sheet holds every digit, days and instants are dates by the clock in Belgrade', async () => {
  const { rows } = await read(
    sheet([
      row('А', '1234567890123.45', '2026-03-29', '2026-03-29T00:30:00Z'),
      row('Б', '99999999999999900.00', '1999-12-31', '2026-07-01T22:30:00Z'),
      row('В', '-0.50', null, ''),
      row('Г', 'неодређено', 'нема', 'нема'),
    ]),
  );
  expect(rows[0]).toEqual(['Назив', 'Износ', 'Дан', 'Тренутак']);
  expect(rows[1]).toEqual(['А', 1_234_567_890_123.45, new Date('2026-03-29'), new Date('2026-03-29T01:30:00Z')]);
  expect(rows[2]).toEqual(['Б', '99999999999999900.00', new Date('1999-12-31'), new Date('2026-07-02T00:30:00Z')]);
  expect(rows[3]?.slice(0, 2)).toEqual(['В', -0.5]);
  expect(rows[4]).toEqual(['Г', 'неодређено', 'нема', 'нема']);
});

it('any text stays text: markup, formulas, what XML cannot carry, and more than a cell holds', async () => {
  const texts = ['<b>&"\'', '=1+1', ' два  размака ', 'ред\nред', `а\u0000б\ud800в\uffffг`, 'д'.repeat(40_000)];
  const { rows } = await read(sheet(texts.map((text) => row(text, null, null, null))));
  const shown = rows.slice(1).map((cells) => cells[0]);
  expect(shown.slice(0, 4)).toEqual(texts.slice(0, 4));
  expect(shown[4]).toBe('абвг');
  expect(String(shown[5])).toHaveLength(32_767);
});

it('the head is frozen, filtered and printed on each page, under what stands above it', async () => {
  const { rows, name, parts } = await read(
    sheet([row('А', '1.00', null, null)], { name: "Лист [1]: 'а/б'", above: ['Наслов', 'Напомена', ''] }),
  );
  expect(rows[0]?.[0]).toBe('Наслов');
  expect(rows[3]?.[0]).toBe('Назив');
  expect(name).toBe("Лист  1   'а б'");
  const xml = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  expect(xml).toContain('ySplit="4" topLeftCell="A5"');
  expect(xml).toContain('<autoFilter ref="A4:D5"/>');
  expect(xml).toContain('<col min="1" max="1" width="30" customWidth="1"/>');
  expect(parts.get('xl/workbook.xml')?.toString()).toContain("'Лист  1   ''а б'''!$4:$4");
});

it('a sum is a formula over its rows with the value beside it', async () => {
  const lines: SheetLine[] = [
    row('А', '1.10', null, null),
    row('Б', '2.20', null, null),
    { kind: 'sum', cells: ['Укупно', '3.30', null, null], sums: { from: 0, to: 1 } },
  ];
  const { rows, parts } = await read(sheet(lines));
  expect(rows[3]?.slice(0, 2)).toEqual(['Укупно', 3.3]);
  expect(parts.get('xl/worksheets/sheet1.xml')?.toString()).toContain('<f>SUBTOTAL(9,B2:B3)</f><v>3.30</v>');
});

it('the per cent of a sum follows from the sums beside it, as the reader filters them', async () => {
  const columns = [
    { title: 'Назив', kind: 'text' as const, width: 30 },
    { title: 'Вредност', kind: 'money' as const, width: 16 },
    { title: 'Реализовано', kind: 'money' as const, width: 16 },
    { title: '%', kind: 'percent' as const, width: 12, share: { part: 2, whole: 1 } },
  ];
  const lines: SheetLine[] = [
    row('А', '10.00', '5.00', '50.00'),
    row('Б', '30.00', '3.00', '10.00'),
    { kind: 'sum', cells: ['Укупно', '40.00', '8.00', '20.00'], sums: { from: 0, to: 1 } },
  ];
  const { parts } = await read(sheet(lines, { columns }));
  const formulas = [
    ...(parts
      .get('xl/worksheets/sheet1.xml')
      ?.toString()
      .matchAll(/<f>([^<]*)<\/f>/g) ?? []),
  ];
  expect(formulas.map(([, formula]) => formula)).toEqual([
    'SUBTOTAL(9,B2:B3)',
    'SUBTOTAL(9,C2:C3)',
    'IF(B4=0,&quot;&quot;,ROUND(C4*100/B4,2))',
  ]);
});

it('rows are as high as their texts run, sums stay out of the filter, and wide sheets are printed on A3', async () => {
  const lines: SheetLine[] = [
    row('Постројење за прераду отпадних вода насељених места', '1.10', null, null),
    row('А', '2.20', null, null),
    row('ШУМЕ ЖУПЕ ШАБАЦ ЖАБАЉ ЂЕРДАП', '1.10', null, null),
    row('Електромагнетноиндустријскиразвојноистраживачки', '1.10', null, null),
    {
      kind: 'total',
      cells: ['Укупно свих пројеката на овој листи до данас', '3.30', null, null],
      sums: { from: 0, to: 1 },
    },
    { kind: 'total', cells: ['Укупно свих пројеката на овој листи до данас', null, null, null] },
  ];
  const { parts } = await read(sheet(lines));
  const xml = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  const heights = [...xml.matchAll(/<row [^>]* ht="([\d.]+)"/g)].map(([, height]) => Number(height));
  const [, long = 0, short = 0, capitals = 0, oneWord = 0, beside = 0, alone = 0] = heights;
  expect(long).toBeGreaterThan(short);
  // A title runs on over empty cells; beside a value it runs over several lines.
  expect([beside > short, alone]).toEqual([true, short]);
  expect([capitals > short, oneWord > short]).toEqual([true, true]);
  expect(xml).toContain('<col min="2" max="2" width="21" customWidth="1"/>');
  expect(xml).toContain('<autoFilter ref="A1:D5"/>');
  expect(xml).toContain('paperSize="9"');
  const wide = await read(sheet(lines, { columns: COLUMNS.map((column) => ({ ...column, width: 60 })) }));
  expect(wide.parts.get('xl/worksheets/sheet1.xml')?.toString()).toContain('paperSize="8"');
});

it('rows are asked for as they are read, and no more when nobody reads', async () => {
  let given = 0;
  function* many(): Generator<SheetLine> {
    for (;;) {
      given += 1;
      yield row(`ред ${given} ${'х'.repeat(500)}`, null, null, null);
    }
  }
  const stream = await workbookStream(sheet(many()));
  await once(stream, 'readable');
  stream.read();
  stream.destroy();
  await once(stream, 'close');
  await new Promise((resolve) => setImmediate(resolve));
  const then = given;
  await new Promise((resolve) => setImmediate(resolve));
  expect(given).toBe(then);
});

it('further sheets follow with heads and filters of their own, and are read after those before them', async () => {
  const order: string[] = [];
  function* told(name: string, count: number): Generator<SheetLine> {
    for (let line = 1; line <= count; line += 1) {
      order.push(name);
      yield row(`${name} ${line}`, null, null, null);
    }
  }
  const further = [
    { name: 'Други', columns: COLUMNS.slice(0, 1), lines: told('други', 1) },
    { name: 'Трећи', above: ['Наслов'], columns: COLUMNS, lines: told('трећи', 3) },
  ];
  const bytes = await buffer(await workbookStream(sheet(told('први', 2), { further, script: 'latin' })));
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  expect(sheets.map(({ name, rows }) => [name, rows.map((cells) => cells[0])])).toEqual([
    ['List', ['Naziv', 'prvi 1', 'prvi 2']],
    ['Drugi', ['Naziv', 'drugi 1']],
    ['Treći', ['Naslov', 'Naziv', 'treći 1', 'treći 2', 'treći 3']],
  ]);
  expect(order.join(' ')).toBe('први први други трећи трећи трећи');
  const names = unzip(bytes).get('xl/workbook.xml')?.toString() ?? '';
  for (const [place, area] of ["'List'!$A$1:$D$3", "'Drugi'!$A$1:$A$2", "'Treći'!$A$2:$D$5"].entries()) {
    expect(names).toContain(`name="_xlnm._FilterDatabase" localSheetId="${place}" hidden="1">${area}<`);
  }
});

it('more lines than a sheet holds go on in further ones, each with the head, before the sheets behind it', async () => {
  const lines = ['А', 'Б', 'В', 'Г', 'Д'].map((name) => row(name, null, null, null));
  const further = [{ name: 'Други', columns: COLUMNS, lines: [row('Ђ', null, null, null)] }];
  const bytes = await buffer(
    await workbookStream(sheet(lines, { name: `Ред\tзаписа ${'о'.repeat(40)}`, above: ['Наслов'], further }), 2),
  );
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const name = `Ред записа ${'о'.repeat(20)}`;
  expect(sheets.map((one) => one.name)).toEqual([
    name,
    `${name.slice(0, 27)} (2)`,
    `${name.slice(0, 27)} (3)`,
    'Други',
  ]);
  expect(sheets.map(({ rows }) => rows.map(([first]) => first))).toEqual([
    ['Наслов', 'Назив', 'А', 'Б'],
    ['Наслов', 'Назив', 'В', 'Г'],
    ['Наслов', 'Назив', 'Д'],
    ['Назив', 'Ђ'],
  ]);
});

it('sums of lines in a sheet before keep their value, others have the rows of their own sheet', async () => {
  const sum = (from: number, to: number): SheetLine => ({
    kind: 'sum',
    cells: ['Свега', '3.00', null, null],
    sums: { from, to },
  });
  const amount = row('А', '1.00', null, null);
  const lines = [amount, amount, sum(0, 1), amount, amount, sum(3, 4), sum(0, 4)];
  const columns = COLUMNS.map((column, index) => (index === 1 ? { ...column, kind: 'money' as const } : column));
  const bytes = await buffer(await workbookStream(sheet(lines, { columns }), 3));
  const parts = [1, 2, 3].map((part) => unzip(bytes).get(`xl/worksheets/sheet${part}.xml`)?.toString() ?? '');
  const formulas = parts.map((xml) => [...xml.matchAll(/<f>([^<]*)<\/f>/g)].map(([, formula]) => formula));
  expect(formulas).toEqual([['SUBTOTAL(9,B2:B3)'], ['SUBTOTAL(9,B2:B3)'], []]);
});

it('a sheet that is just full has none behind it', async () => {
  const lines = ['А', 'Б'].map((name) => row(name, null, null, null));
  const bytes = await buffer(await workbookStream(sheet(lines), 2));
  expect((await readXlsx(new Uint8Array(bytes))).sheets).toHaveLength(1);
});

it('an error of the rows is an error of the file, on each sheet', async () => {
  async function* broken(): AsyncGenerator<SheetLine> {
    yield row('А', null, null, null);
    throw new Error('База је отишла');
  }
  const further = [{ name: 'Други', columns: COLUMNS, lines: broken() }];
  for (const of of [sheet(broken()), sheet([], { further })]) {
    await expect(workbookStream(of).then(buffer)).rejects.toThrow('База је отишла');
  }
});

it('columns have letters', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});
