import { describe, expect, it } from 'vitest';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { copiedCell, toCopiedBlock, readCopiedBlock } from './block-clipboard.ts';

const column = (path: string, kind: Kind): Field => ({ path, kind, label: { sr: path, en: path } });
const table: Field = {
  ...column('sources', 'table'),
  columns: [column('source', 'text'), column('currency', 'currency'), column('paper', 'file')],
};
const euro = { id: 'EUR', name: 'Евро', exchangeCode: '978', exchangeRate: '117.3807' };
const rows = [{ source: 'Зајам', currency: euro, paper: '12' }, { source: 'Буџет' }];
const whole = { fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 2 };
const copied = JSON.stringify(toCopiedBlock(table, rows, whole, 'VRTIC'));

describe('a block copied within the product', () => {
  it('brings back what text cannot say', () => {
    const block = readCopiedBlock(copied, 'VRTIC');
    expect(copiedCell(column('currency', 'currency'), block?.rows[0]?.[1])).toEqual({ ok: true, value: euro });
    expect(copiedCell(column('paper', 'file'), block?.rows[0]?.[2])).toEqual({ ok: true, value: '12' });
    expect(copiedCell(column('source', 'text'), block?.rows[0]?.[0])).toBeNull();
    expect(copiedCell(column('currency', 'currency'), block?.rows[1]?.[1])).toBeNull();
  });

  it('goes into columns of the same kind alone, and leaves documents with their project', () => {
    expect(copiedCell(column('org', 'org'), readCopiedBlock(copied, 'VRTIC')?.rows[0]?.[1])).toBeNull();
    expect(readCopiedBlock(copied, 'DRUGI')?.rows[0]).toEqual([null, { kind: 'currency', value: euro }, null]);
  });

  it('has the chosen rows and columns alone', () => {
    const part = { fromRow: 0, toRow: 0, fromColumn: 1, toColumn: 1 };
    expect(toCopiedBlock(table, rows, part, 'VRTIC').rows).toEqual([[{ kind: 'currency', value: euro }]]);
    expect(toCopiedBlock(table, rows, { ...part, fromRow: 1, toRow: 1 }, 'VRTIC').rows).toEqual([[null]]);
  });

  it('brings back each kind that text cannot say', () => {
    for (const kind of ['org', 'location', 'currency', 'file'] as const) {
      const text = JSON.stringify({ project: 'VRTIC', rows: [[{ kind, value: 'вредност' }]] });
      expect(readCopiedBlock(text, 'VRTIC')?.rows).toEqual([[{ kind, value: 'вредност' }]]);
    }
    expect(readCopiedBlock('{"project":"VRTIC","rows":[1]}', 'VRTIC')?.rows).toEqual([[]]);
  });

  it.each(['', 'није JSON', '[]', '{"rows":1}', '{"rows":[1,{"kind":"org"}]}'])('is none in "%s"', (text) => {
    expect(readCopiedBlock(text, 'VRTIC')?.rows.flat().filter(Boolean) ?? []).toEqual([]);
  });
});
