import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useCommands } from '../testing/own-process.ts';
import { ProjectDriver } from '../testing/project-workflow-driver.ts';
import { useServer } from '../testing/server.ts';

const server = useServer();
const command = useCommands(server);
let code: string;

beforeAll(async () => {
  const realized = await ProjectDriver.start(server, { type: 1 });
  await realized.fillAndApprove();
  code = (await realized.read()).code;
});

/** The first line that a command prints about money or the number of projects to compute, and its exit code. */
async function run(...args: string[]): Promise<{ line: string; exitCode: number | null }> {
  const { child, found } = await command(args, /^(money: .*|\d+ projects? to compute)$/m);
  if (child.exitCode === null) await once(child, 'exit');
  return { line: found[0], exitCode: child.exitCode };
}

it('check-kept names the projects that keep something else than is computed, and rebuild cures them', async () => {
  expect(await run('check-kept')).toEqual({ line: 'money: as computed', exitCode: 0 });
  // The state left by a version that computed differently: no trigger marks it.
  await sql`update projects set spent = 5 where code = ${code}`.execute(server.context.db);
  expect(await run('check-kept')).toEqual({ line: `money: differs at ${code}`, exitCode: 1 });
  expect(await run('check-kept', '--project', code)).toEqual({ line: `money: differs at ${code}`, exitCode: 1 });
  expect(await run('rebuild', 'money', '--project', code)).toEqual({ line: '1 project to compute', exitCode: 0 });
  expect(await run('check-kept')).toEqual({ line: 'money: as computed', exitCode: 0 });
});

it('a rebuild of a project takes that one alone, and a project that does not exist is refused', async () => {
  const other = await ProjectDriver.start(server, { type: 1 });
  const { code: otherCode } = await other.read();
  await sql`update projects set spent = 7 where code in (${code}, ${otherCode})`.execute(server.context.db);
  expect((await run('rebuild', 'money', '--project', otherCode)).exitCode).toBe(0);
  expect((await run('check-kept')).line).toBe(`money: differs at ${code}`);
  expect((await run('rebuild', 'money')).exitCode).toBe(0);
  expect((await run('check-kept')).line).toBe('money: as computed');
});
