import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NotificationKindSchema } from '@pimis/contract/daily';
import { ProjectRowSchema } from '@pimis/contract/projects';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import { MAIL_SECTIONS } from '../apps/server/src/modules/notifications/mail-texts.ts';
import { fieldsOf } from '../apps/server/src/modules/project-page/table-fields.ts';
import { projects } from '../apps/web/src/i18n/messages/sr/projects.ts';

/*
 * What one thing needs in several places, where types alone do not tie them: each case names the place that is missing.
 * English has every key of Serbian by its type.
 */

const source = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const missing = (wanted: Iterable<string>, there: Iterable<string>) => {
  const found = new Set(there);
  return [...new Set(wanted)].filter((one) => !found.has(one));
};

describe('a transition', () => {
  it('has the words under which people see it among the activities', () => {
    expect(
      missing(
        TRANSITIONS.map(({ key }) => key),
        Object.keys(projects.page.operations),
      ),
    ).toEqual([]);
  });
});

describe('a kind of notification', () => {
  const kinds = NotificationKindSchema.anyOf.map(({ const: kind }) => kind);

  it('stands in one part of the mails', () => {
    expect(MAIL_SECTIONS.flatMap(({ kinds: told }) => told).toSorted()).toEqual(kinds.toSorted());
  });

  it('has an icon in the list of notifications', () => {
    const list = source('apps/web/src/features/daily/NotificationList.tsx');
    expect(kinds.filter((kind) => !new RegExp(`\\b${kind}: Icon`).test(list))).toEqual([]);
  });
});

describe('a column of the project table', () => {
  const screen = source('apps/web/src/features/projects/ProjectsPage.tsx');
  const columns = [...screen.matchAll(/\bcolumn\(\s*'(\w+)'/g)].map(([, id = '']) => id);
  const filters = [...screen.matchAll(/\bid: '(\w+)'/g)].map(([, id = '']) => id);
  const fields = fieldsOf('2026-01-01', 'all');

  it('is sorted by the server, and every sort of the server has its column', () => {
    const sorted = Object.entries(fields).flatMap(([name, { sortable }]) => (sortable ? [name] : []));
    expect(missing(columns, sorted)).toEqual([]);
    expect(missing(sorted, columns)).toEqual([]);
  });

  it('has its words, and no words are left without a column', () => {
    expect(missing(Object.keys(projects.columns), columns)).toEqual([]);
    expect(missing(columns, Object.keys(projects.columns))).toEqual([]);
  });

  it('stands in the row that the contract describes', () => {
    expect(missing(columns, Object.keys(ProjectRowSchema.properties))).toEqual([]);
  });

  it('is filtered by what the server knows', () => {
    expect(missing(filters, Object.keys(fields))).toEqual([]);
  });
});
