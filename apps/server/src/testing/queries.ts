import pg from 'pg';
import { vi } from 'vitest';

/** What the server asks its database while the work goes on: the text of each query, without begin and commit. */
export async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const real = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | { text: string }];
    const text = typeof query === 'string' ? query : query.text;
    if (!/^(begin|start transaction|commit|rollback|set )/i.test(text)) asked.push(text.replaceAll(/\s+/g, ' ').trim());
    return real.apply(this, args);
  } as typeof pg.Client.prototype.query);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return asked;
}
