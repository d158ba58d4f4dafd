import { describe, expect, it } from 'vitest';
import type { PdfDocument } from './model.ts';
import {
  LARGE_ROWS,
  MEMORY_BOUND,
  MOST_ROWS,
  RENDERERS,
  boundRows,
  renderPdf,
  renderProcesses,
  warnOfUnboundedMemory,
} from './render.ts';

const column = { title: 'Колона', align: 'left' as const };
const paperOf = (text: string): PdfDocument => ({ title: 'Насловна страна', blocks: [{ kind: 'paragraph', text }] });

describe('a renderer that dies', () => {
  it('takes one paper with it and no other, and the server not at all', async () => {
    const paper = paperOf('Насловна страна');
    await renderPdf(paper);
    const heavy = renderPdf(paperOf('став '.repeat(50_000)));
    const failed = expect(heavy).rejects.toMatchObject({ status: 'ServiceUnavailable' });
    const other = renderPdf(paper);
    // Kills the renderer that draws it, and the one that tries again.
    process.kill(renderProcesses()[0] ?? 0, 'SIGKILL');
    expect((await other).subarray(0, 5).toString('latin1')).toBe('%PDF-');
    process.kill(renderProcesses()[0] ?? 0, 'SIGKILL');
    await failed;
    expect((await renderPdf(paper)).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  });
});

describe('lanes', () => {
  const paper = (rows: number): PdfDocument => ({
    title: 'Велика',
    blocks: [
      {
        kind: 'table',
        columns: [column, column, column],
        rows: Array.from({ length: rows }, (_, at) => [`${at}`, 'Постројење за прераду', '1.234.567,00']),
      },
    ],
  });
  const large = paper(LARGE_ROWS + 1);

  it('leave one renderer to small papers, however many large ones are asked for', async () => {
    const ended: string[] = [];
    const small: PdfDocument = { title: 'Мала', blocks: [] };
    // Warms the renderers up: a start takes half a second.
    await Promise.all(Array.from({ length: RENDERERS }, () => renderPdf(small)));
    const drawing = Array.from({ length: RENDERERS * 3 }, async () => {
      await renderPdf(large);
      ended.push('large');
    });
    await renderPdf(small);
    ended.push('small');
    await Promise.all(drawing);
    // Without a reserved renderer the small paper would come after all large ones.
    expect(ended.indexOf('small')).toBeLessThan(RENDERERS);
  });

  it('draw a paper once more whose renderer was killed', async () => {
    await Promise.all(Array.from({ length: RENDERERS }, () => renderPdf({ title: 'Мала', blocks: [] })));
    const drawing = Array.from({ length: RENDERERS }, () => renderPdf(large));
    const [busy] = renderProcesses();
    if (busy) process.kill(busy, 'SIGKILL');
    expect(await Promise.all(drawing)).toHaveLength(RENDERERS);
  });

  it('give a paper up that takes too much memory, and make the next one by another process', async () => {
    const small: PdfDocument = { title: 'Мала', blocks: [] };
    await Promise.all(Array.from({ length: RENDERERS }, () => renderPdf(small)));
    const { bytes } = MEMORY_BOUND;
    const before = renderProcesses();
    MEMORY_BOUND.bytes = 1;
    // It takes longer than the time between two looks at the memory.
    const drawing = renderPdf(paper(3 * LARGE_ROWS));
    const [busy = 0] = renderProcesses();
    await expect(drawing).rejects.toMatchObject({ status: 'PaperTooLarge' });
    MEMORY_BOUND.bytes = bytes;
    expect(before).toContain(busy);
    expect(renderProcesses()).not.toContain(busy);
    const made = await Promise.all(Array.from({ length: RENDERERS }, () => renderPdf(small)));
    expect(made).toHaveLength(RENDERERS);
    expect(renderProcesses()).toHaveLength(RENDERERS);
    expect((await renderPdf(large)).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  });

  it('say at the start where nobody can look at their memory', () => {
    const told: string[] = [];
    const log = { warn: (text: string) => told.push(text) };
    warnOfUnboundedMemory(log as never, true);
    expect(told).toEqual([]);
    warnOfUnboundedMemory(log as never, false);
    expect(told).toEqual(['this system does not report the memory of processes: that of papers is not bounded']);
  });

  it('take no paper of more rows than somebody could read', () => {
    expect(() => boundRows(MOST_ROWS)).not.toThrow();
    expect(() => boundRows(MOST_ROWS + 1)).toThrow(expect.objectContaining({ status: 'PaperTooLarge' }));
  });
});
