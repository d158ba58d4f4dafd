import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TRIAL = `-- expand: nobody reads the column
alter table projects add column rolling_trial text;
create index projects_rolling_trial on projects (rolling_trial) where rolling_trial is not null;
`;

/** Links every installed package but those of this repository, which the code in the folder has of its own. */
function linkPackages(folder: string): void {
  const from = join(ROOT, 'node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, '@pimis'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@pimis' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
  }
  for (const part of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join('../../packages', part), join(to, '@pimis', part));
  }
}

/** The code of a commit, which runs with the packages that are installed here. */
export function formerVersion(folder: string, commit: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'apps/server', 'packages', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 1024 ** 3,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkPackages(folder);
  return folder;
}

/** The code of this working copy, with one more migration, for which servers may go on. */
export function nextVersion(folder: string): string {
  for (const part of ['apps/server', 'packages', 'package.json']) {
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist)$/.test(path),
    });
  }
  writeFileSync(join(folder, 'apps/server/src/migrations/9000_rolling_trial.sql'), TRIAL);
  linkPackages(folder);
  return folder;
}
