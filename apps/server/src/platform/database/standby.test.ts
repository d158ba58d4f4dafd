import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { isDatabaseAway } from './database.ts';

const server = useServer();

it('a standby that refuses to write counts as a database that is away', async () => {
  // In a failover a proxy may lead to a standby shortly before it becomes the primary.
  const refused = await server.context.replica?.db
    .deleteFrom('rate_limits')
    .execute()
    .catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  const wrong = await sql`select 1 / 0`.execute(server.context.db).catch((error: unknown) => error);
  expect(isDatabaseAway(wrong)).toBe(false);
});
