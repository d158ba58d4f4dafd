import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeSearchModules } from './manual-modules.ts';

it('the search of the manual has every module that it imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-manual-'));
  writeSearchModules(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const asked = `import { searchWords } from './search.js'; console.log(searchWords('Vodeće НУЛЕ').join(' '));`;
  writeFileSync(join(folder, 'ask.js'), asked);
  expect(execFileSync(process.execPath, [join(folder, 'ask.js')], { encoding: 'utf8' })).toBe('vodece nule\n');
  rmSync(folder, { recursive: true });
});
