import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { readXlsx } from 'hucre/xlsx';
import { archive } from '../../../testing/workbook.ts';
import { registryTemplate } from '../export/template.ts';
import { newReading } from './file-rows.ts';
import { csvFile, readRows, readSize } from './files.ts';

async function read(bytes: Buffer, reading = newReading()) {
  const rows = [];
  for await (const row of readRows(bytes, reading)) rows.push(row);
  return { rows, reading };
}
async function* rowsOf(...rows: string[][]) {
  yield* rows;
}

describe('a table as text', () => {
  it('keeps row numbers after blank rows, and reports its encoding', async () => {
    const { rows, reading } = await read(Buffer.from('а,б\n , \n\n1,2\n'), newReading('лист'));
    expect(rows).toEqual([
      { row: 1, cells: ['а', 'б'], broken: [] },
      { row: 4, cells: ['1', '2'], broken: [] },
    ]);
    expect(reading).toEqual({ sheet: null, sheets: [], encoding: 'utf-8', doubtful: false, share: 1 });
  });

  it('is read in the chosen encoding, which is not doubtful', async () => {
    const { rows, reading } = await read(Buffer.from([0xe6, 0x0a]), newReading(null, 'windows-1250'));
    expect(rows).toEqual([{ row: 1, cells: ['ć'], broken: [] }]);
    expect(reading).toMatchObject({ encoding: 'windows-1250', doubtful: false });
    expect((await read(Buffer.from([0xe6, 0x0a]), newReading(null, 'windows-1251'))).rows[0]?.cells).toEqual(['ж']);
  });

  it('in two encodings is refused, and so is one with bytes that are not text', async () => {
    const mixed = Buffer.concat([Buffer.from('школа,ђак,љубав\n'), Buffer.from([0x9a, 0xe6, 0xe8, 0x9e, 0x20, 0xf0])]);
    await expect(read(mixed)).rejects.toThrow('MixedEncoding');
    await expect(read(Buffer.concat([mixed, Buffer.from([0])]))).rejects.toThrow('InvalidImportFormat');
    await expect(read(Buffer.from('PK\u0003\u0004'))).rejects.toThrow('InvalidImportFormat');
  });

  it('has the size of its bytes, a workbook that of its unpacked parts', async () => {
    expect(await readSize(Buffer.from('abc'))).toBe(3);
    expect(await readSize(await archive({ a: 'x'.repeat(5000) }))).toBe(5000);
  });
});

describe('a table that is written', () => {
  const FORMULAS = ['=1', '+1', '-1', '@a', '|a', '\ta', "'=1", "''+1"];
  const PLAIN = ["'а", 'a=1', '', "''", '1-2'];

  it('escapes texts that a spreadsheet would take for a formula, and is read back unchanged', async () => {
    const text = (
      await buffer(csvFile(['a'], rowsOf(...[...FORMULAS, ...PLAIN].map((cell) => [cell, 'x']))))
    ).toString();
    for (const formula of FORMULAS) expect(text).toContain(`'${formula}`);
    expect(text).not.toContain("''а");
    const { rows } = await read(Buffer.from(text));
    expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual([...FORMULAS, ...PLAIN]);
  });

  it('begins with a byte order mark and the header, and has the requested separator', async () => {
    const text = (await buffer(csvFile(['а', 'б'], rowsOf(['1', '2']), ';'))).toString();
    expect(text).toMatch(/^\ufeffа;б\r?\n1;2/);
    expect((await buffer(csvFile(['а', 'б'], rowsOf()))).toString()).toMatch(/^\ufeffа,б/);
  });
});

describe('the template of an import', () => {
  async function sheetOf(written: Parameters<typeof registryTemplate>[1]) {
    const bytes = await buffer(await registryTemplate(registryOf('currencies'), written, new Date('2026-01-02')));
    const [sheet] = (await readXlsx(bytes)).sheets;
    return { name: sheet?.name, rows: sheet?.rows.map((row) => row.filter((cell) => cell !== null)) ?? [] };
  }

  it('has the rules of its columns above the header, with an asterisk at required columns', async () => {
    const { name, rows } = await sheetOf({});
    expect(name).toBe('Валуте');
    expect(rows[0]).toEqual(['Валуте – шаблон за увоз']);
    expect(rows[1]?.[0]).toMatch(/^Звездица означава обавезну колону\./);
    expect(rows[2]).toEqual(['Ознака: највише 3 знака, 3 велика слова латинице']);
    const head = rows.find((row) => row.length > 1);
    expect(head?.slice(0, 3)).toEqual(['Ознака *', 'Нумеричка ознака', 'Назив *']);
    // The template does not have columns that only the product writes.
    expect(head).toHaveLength(7);
  });

  it('is written in the script and language of its reader', async () => {
    expect((await sheetOf({ script: 'latin' })).name).toBe('Valute');
    const english = await sheetOf({ language: 'en', script: 'latin' });
    expect([english.name, english.rows[0]]).toEqual(['Currencies', ['Currencies – import template']]);
  });
});
