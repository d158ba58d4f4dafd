import { once } from 'node:events';
import { expect, it } from 'vitest';
import { useCommands } from '../testing/own-process.ts';
import { useServer } from '../testing/server.ts';

const command = useCommands(useServer());

it('seed stores what is computed from its projects', async () => {
  const seeded = await command(['seed', '--projects', '20'], /^20 projects added in .*$/m);
  if (seeded.child.exitCode === null) await once(seeded.child, 'exit');
  expect(seeded.child.exitCode).toBe(0);
  const checked = await command(['check-kept'], /^earned-values: .*$/m);
  if (checked.child.exitCode === null) await once(checked.child, 'exit');
  expect(checked.child.exitCode).toBe(0);
});
