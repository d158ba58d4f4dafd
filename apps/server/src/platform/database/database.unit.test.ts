import { expect, it, vi } from 'vitest';
import { openPool } from './database.ts';

it('reports a connection that was lost, but not one that ends with its pool', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    // There is no query, so it never connects.
    const pool = openPool('postgres://127.0.0.1:1/none', {});
    pool.emit('error', new Error('cut'));
    expect(write).toHaveBeenCalledExactlyOnceWith('database connection lost: cut\n');
    await pool.end();
    pool.emit('error', new Error('ended'));
    expect(write).toHaveBeenCalledOnce();
  } finally {
    write.mockRestore();
  }
});
