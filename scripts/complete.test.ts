import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { NotificationKind } from '@pimis/domain/notifications/kinds';
import { OTHER_ACTIVITIES } from '@pimis/domain/workflow/activities';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import type { Tables } from '../apps/server/src/platform/tables.ts';
import { audit } from '../apps/web/src/i18n/messages/sr/audit.ts';
import { projects } from '../apps/web/src/i18n/messages/sr/projects.ts';

/*
 * What one thing needs in several places, where types alone do not tie them: each case names the place that is missing.
 * English has every key of Serbian by its type.
 */

const ROOT = join(import.meta.dirname, '..');
const source = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const missing = (wanted: Iterable<string>, there: Iterable<string>) => {
  const found = new Set(there);
  return [...new Set(wanted)].filter((one) => !found.has(one));
};

describe('what was read', () => {
  it('is read anew by what it is about, never all of it', () => {
    const everything = /\b(invalidate|refetch)Queries\(\s*(\)|\{\s*(\}|predicate\b))/;
    const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT });
    expect(files.filter((file) => everything.test(source(file)))).toEqual([]);
  });
});

describe('a transition, and whatever else people see of a project,', () => {
  it('has the words under which people see it among the activities', () => {
    expect(
      missing([...TRANSITIONS.map(({ key }) => key), ...OTHER_ACTIVITIES], Object.keys(projects.page.activityTexts)),
    ).toEqual([]);
  });
});

describe('an act of the audit log', () => {
  /** Written in the services, a few of them put together: `project.${operation}`. */
  const acts = globSync('apps/server/src/modules/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/audit\//.test(file))
    .flatMap((file) => [...source(file).matchAll(/\boperation:[^,;]*/g)])
    .flatMap(([written]) => [...written.matchAll(/['`](?<area>[a-z]+)\.(?<act>\w+)?/gi)])
    .map(({ groups }) => ({ area: groups?.area ?? '', act: groups?.act }));
  const named = (words: (string | undefined)[]) => words.filter((word) => word !== undefined);

  it('has the words under which administrators see it', () => {
    expect(acts.length).toBeGreaterThan(50);
    expect(missing(named(acts.map(({ area }) => area)), Object.keys(audit.areas))).toEqual([]);
    expect(missing(named(acts.map(({ act }) => act)), Object.keys(audit.acts))).toEqual([]);
    const putTogether = ['lockMark', 'unlockMark', 'finish', 'archive', 'unarchive', 'activation', 'reset'];
    expect(missing(putTogether, Object.keys(audit.acts))).toEqual([]);
  });
});

describe('a kind of notification', () => {
  it('is one that the database takes, and the other way round', () => {
    expectTypeOf<Selectable<Tables['notifications']>['kind']>().toEqualTypeOf<NotificationKind>();
  });
});
