import { describe, expect, it } from 'vitest';
import type { Encoding } from '@pimis/domain/text/encoding';
import { csvRecords } from './csv.ts';
import { MAX_COLUMNS, MAX_ROW } from './worksheet.ts';

async function records(text: string | Buffer, encoding: Encoding = 'utf-8', onRead?: (share: number) => void) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const found: string[][] = [];
  for await (const cells of csvRecords(bytes, encoding, onRead)) found.push(cells);
  return found;
}

describe('a text is a table', () => {
  it.each([',', ';', '\t'])('with its separator %j', async (mark) => {
    expect(await records(`a${mark}b\n1${mark}2\n`)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('with a separator that its first line names, which is a row without cells', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(await records(`\ufeffSEP=|${end}a|b,c${end}`), end).toEqual([[''], ['a', 'b,c']]);
    }
    expect(await records('a;b\nsep=|\n')).toEqual([['a', 'b'], ['sep=|']]);
  });

  it('with commas if another separator is equally frequent', async () => {
    expect(await records('a|b\nc|d\n')).toEqual([['a|b'], ['c|d']]);
  });

  it('with every kind of line end, blank rows and quotes', async () => {
    expect(await records('a,b\r\n\rc\n"d ""e"", f\ng"\n\nh "i" j,k\n')).toEqual([
      ['a', 'b'],
      [''],
      ['c'],
      ['d "e", f\ng'],
      [''],
      ['h "i" j', 'k'],
    ]);
  });

  it('in its encoding', async () => {
    const text = 'шифра,назив\nЂ,ж\n';
    const rows = [
      ['шифра', 'назив'],
      ['Ђ', 'ж'],
    ];
    expect(await records(Buffer.from(text, 'utf16le'), 'utf-16le')).toEqual(rows);
    expect(await records(Buffer.from(text, 'utf16le').swap16(), 'utf-16be')).toEqual(rows);
    expect(await records(Buffer.from([0xd0, 0x2c, 0x9a, 0x0a]), 'windows-1250')).toEqual([['Đ', 'š']]);
    await expect(records(Buffer.from([0x61, 0xff, 0x0a]))).rejects.toThrow(TypeError);
    // A character that the end of the file cuts.
    await expect(records(Buffer.from([0x61, 0x0a, 0xd0]))).rejects.toThrow(TypeError);
  });

  it('with progress after each 16 KiB', async () => {
    const shares: number[] = [];
    const row = `${'a'.repeat(1023)}\n`;
    expect(await records(row.repeat(40), 'utf-8', (share) => shares.push(share))).toHaveLength(40);
    expect(shares).toEqual([0.4, 0.8, 1]);
    // A character may cross the border of two pieces.
    const edge = `${'a'.repeat(16 * 1024 - 1)}ж\n`;
    expect(await records(edge)).toEqual([[edge.trim()]]);
  });
});

describe('a text is refused', () => {
  it('with a character that is not text', async () => {
    await expect(records('a,b\n\0\n')).rejects.toThrow('no text');
  });

  it('with more lines than a sheet has rows, for each line end and encoding', async () => {
    const most = '\n'.repeat(MAX_ROW);
    const later = async (text: string | Buffer, encoding?: Encoding) => {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      return csvRecords(bytes, encoding ?? 'utf-8').next();
    };
    expect((await later(most)).value).toEqual(['']);
    for (const text of [`${most}\n`, '\r'.repeat(MAX_ROW + 1)]) {
      await expect(later(text)).rejects.toThrow('too many lines');
    }
    expect((await later('\r\n'.repeat(MAX_ROW))).value).toEqual(['']);
    const wide = Buffer.from(`${most}\n`, 'utf16le');
    await expect(later(wide, 'utf-16le')).rejects.toThrow('too many lines');
    expect((await later(wide.subarray(2), 'utf-16le')).value).toEqual(['']);
    // In UTF-16, Ċ and other characters contain the byte of a line end.
    expect((await later(Buffer.from('\u010a'.repeat(100), 'utf16le'), 'utf-16le')).value).toHaveLength(1);
    await expect(later(Buffer.from(wide).swap16(), 'utf-16be')).rejects.toThrow('too many lines');
  });

  it('with more columns or longer cells than any of our tables', async () => {
    expect((await records(','.repeat(MAX_COLUMNS - 1)))[0]).toHaveLength(MAX_COLUMNS);
    await expect(records(','.repeat(MAX_COLUMNS))).rejects.toThrow('too many columns');
    expect(await records('a'.repeat(100_000))).toHaveLength(1);
    await expect(records('a'.repeat(100_001))).rejects.toThrow('too long a cell');
  });

  it('with an endless row', async () => {
    await expect(records(`"${'a,'.repeat(800_000)}`)).rejects.toThrow();
    for (const row of [','.repeat(1_200_000), 'a\n'.repeat(20_000) + ','.repeat(1_200_000)]) {
      await expect(records(row)).rejects.toThrow('too long a row');
    }
    // A row as long as 64 pieces, which are read before it ends.
    expect(await records(`${'a'.repeat(99_999)},`.repeat(10) + 'b\n')).toHaveLength(1);
  });
});
