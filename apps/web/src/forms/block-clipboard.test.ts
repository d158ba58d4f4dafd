import { describe, expect, it } from 'vitest';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { carriedCell, carryBlock, readCarried } from './block-clipboard.ts';

const column = (path: string, kind: Kind): Field => ({ path, kind, label: { sr: path, en: path } });
const table: Field = {
  ...column('sources', 'table'),
  columns: [column('source', 'text'), column('currency', 'currency'), column('paper', 'file')],
};
const euro = { id: 'EUR', name: 'Евро', exchangeCode: '978', exchangeRate: '117.3807' };
const rows = [{ source: 'Зајам', currency: euro, paper: '12' }, { source: 'Буџет' }];
const whole = { fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 2 };
const copied = JSON.stringify(carryBlock(table, rows, whole, 'VRTIC'));

describe('a block copied within the product', () => {
  it('brings back what text cannot say', () => {
    const block = readCarried(copied, 'VRTIC');
    expect(carriedCell(column('currency', 'currency'), block?.rows[0]?.[1])).toEqual({ ok: true, value: euro });
    expect(carriedCell(column('paper', 'file'), block?.rows[0]?.[2])).toEqual({ ok: true, value: '12' });
    expect(carriedCell(column('source', 'text'), block?.rows[0]?.[0])).toBeNull();
    expect(carriedCell(column('currency', 'currency'), block?.rows[1]?.[1])).toBeNull();
  });

  it('goes into columns of the same kind alone, and leaves documents with their project', () => {
    expect(carriedCell(column('org', 'org'), readCarried(copied, 'VRTIC')?.rows[0]?.[1])).toBeNull();
    expect(readCarried(copied, 'DRUGI')?.rows[0]).toEqual([null, { kind: 'currency', value: euro }, null]);
  });

  it.each(['', 'није JSON', '[]', '{"rows":1}', '{"rows":[1,{"kind":"org"}]}'])('is none in "%s"', (text) => {
    expect(readCarried(text, 'VRTIC')?.rows.flat().filter(Boolean) ?? []).toEqual([]);
  });
});
