import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { AUDIT_SUBJECTS } from '@pimis/contract/audit';
import { CATALOGUE, type StatusName } from '@pimis/contract/errors';
import type { Notification } from '@pimis/contract/daily';
import { OTHER_ACTIVITIES } from '@pimis/domain/workflow/activities';
import { ACTIVITY_TEXTS } from '@pimis/domain/workflow/activity-texts';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import type { Tables } from '../apps/server/src/platform/database/tables.ts';
import { audit } from '../apps/web/src/i18n/messages/sr/audit.ts';

/*
 * Things that need an entry in several places that no type connects: each case names the missing place. Types require
 * English for every Serbian key.
 */

const ROOT = join(import.meta.dirname, '..');
const programOf = (path: string) => parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program;
const keyOf = (property: { type: string; key?: { type: string; name?: unknown } }) =>
  property.key?.type === 'Identifier' ? property.key.name : '';

/** The texts in the values of `operation: …`; of a template its beginning. */
function operationsOf(file: string): string[] {
  const values: { start: number; end: number }[] = [];
  const found: string[] = [];
  const add = ({ start }: { start: number }, text: unknown) => {
    if (typeof text === 'string' && values.some((value) => value.start <= start && start < value.end)) found.push(text);
  };
  new Visitor({
    Property(node) {
      if (keyOf(node) === 'operation') values.push(node.value);
    },
    Literal: (node) => add(node, node.value),
    TemplateLiteral: (node) => add(node, node.quasis[0]?.value.raw),
  }).visit(programOf(file));
  return found;
}

const missing = (wanted: Iterable<string>, there: Iterable<string>) => {
  const found = new Set(there);
  return [...new Set(wanted)].filter((one) => !found.has(one));
};

describe('cached data', () => {
  it('is read again only by its key, never all of it', () => {
    const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT });
    const all = files.filter((file) => {
      let found = false;
      new Visitor({
        CallExpression({ callee, arguments: [filter] }) {
          const name =
            callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name;
          if (name !== 'invalidateQueries' && name !== 'refetchQueries') return;
          const key = filter?.type === 'ObjectExpression' ? filter.properties.map(keyOf)[0] : 'a variable';
          if (!filter || key === undefined || key === 'predicate') found = true;
        },
      }).visit(programOf(file));
      return found;
    });
    expect(all).toEqual([]);
  });
});

describe('a transition, and whatever else people see of a project,', () => {
  it('has the words under which people see it among the activities', () => {
    expect(missing([...TRANSITIONS.map(({ key }) => key), ...OTHER_ACTIVITIES], Object.keys(ACTIVITY_TEXTS))).toEqual(
      [],
    );
  });
});

describe('an act of the audit log', () => {
  /** The services have these; some are composed: `project.${operation}`. */
  const acts = globSync('apps/server/src/modules/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/audit\//.test(file))
    .flatMap(operationsOf)
    .map((operation) => /^(?<area>[a-z]+)\.(?<act>\w+)?/i.exec(operation)?.groups)
    .filter((groups) => groups !== undefined)
    .map(({ area = '', act }) => ({ area, act }));
  const named = (words: (string | undefined)[]) => words.filter((word) => word !== undefined);

  it('has the words under which administrators see it', () => {
    expect(acts.length).toBeGreaterThan(50);
    expect(missing(named(acts.map(({ area }) => area)), Object.keys(audit.areas))).toEqual([]);
    expect(missing(named(acts.map(({ act }) => act)), Object.keys(audit.acts))).toEqual([]);
    expect(missing(AUDIT_SUBJECTS, Object.keys(audit.subjects))).toEqual([]);
    const putTogether = ['lockMark', 'unlockMark', 'finish', 'archive', 'unarchive', 'activation', 'reset'];
    expect(missing(putTogether, Object.keys(audit.acts))).toEqual([]);
  });
});

describe('an answer of the catalogue', () => {
  /** The specification names them without their rule: docs/decisions/0040-contents-of-documents.md. */
  const UNUSED: readonly StatusName[] = ['AlreadyExistsProjectDocument'];

  it('is one that the server or a rule gives', () => {
    const given = new Set<unknown>();
    for (const file of globSync(['apps/server/src/**/*.ts', 'packages/domain/src/**/*.ts'], { cwd: ROOT })) {
      if (/\.test\.ts$|\/testing\//.test(file)) continue;
      new Visitor({ Literal: ({ value }) => void given.add(value) }).visit(programOf(file));
    }
    const names = Object.keys(CATALOGUE) as StatusName[];
    expect(names.filter((name) => !given.has(name))).toEqual(UNUSED);
  });
});

describe('a kind of notification', () => {
  it('is one that the database takes, and the other way round', () => {
    expectTypeOf<Selectable<Tables['notifications']>['kind']>().toEqualTypeOf<Notification['kind']>();
  });
});

describe('a message of the interface', () => {
  /** A name: a value, a key, or the part of an operation's name after a dot. */
  const names = new Set<string>();
  const wholeKeys = new Set<string>();
  const templates: RegExp[] = [];
  const add = (text: string) => {
    for (const part of [text, ...text.split('.')]) names.add(part);
  };

  function read(file: string, ofWeb: boolean) {
    const addKey = (node: Parameters<typeof keyOf>[0]) => add(String(keyOf(node)));
    new Visitor({
      Property: addKey,
      TSPropertySignature: addKey,
      Literal({ value }) {
        add(String(value));
        if (ofWeb && typeof value === 'string') wholeKeys.add(value);
      },
      TemplateLiteral({ quasis }) {
        const texts = quasis.map(({ value }) => value.raw);
        for (const text of texts) add(text);
        const isKey = ofWeb && texts.length > 1 && /^[a-z]+\.[\w.]*$/i.test(texts.join(''));
        if (isKey) templates.push(new RegExp(`^${texts.map((text) => text.replaceAll('.', '\\.')).join('(.+)')}$`));
      },
    }).visit(programOf(file));
  }

  const messages: string[] = [];
  const addMessages = (tree: unknown, path: string) => {
    if (typeof tree === 'string') messages.push(path);
    else for (const [key, inner] of Object.entries(tree as object)) addMessages(inner, path ? `${path}.${key}` : key);
  };

  /** Its key is in a source of the web, or matches a template there, filled in with a name from some source. */
  const isUsed = (message: string) => {
    const key = message.replace(/_(zero|one|few|other)$/, '');
    const filled = (template: RegExp) =>
      template
        .exec(key)
        ?.slice(1)
        .every((part) => names.has(part));
    return wholeKeys.has(key) || templates.some(filled);
  };

  it('is one that some screen shows', async () => {
    const WEB = 'apps/web/src/';
    for (const file of globSync(['apps/{web,server}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: ROOT })) {
      if (!/\.test\.tsx?$|\/i18n\/messages\//.test(file)) read(file, file.startsWith(WEB));
    }
    for (const area of globSync(`${WEB}i18n/messages/sr/*.ts`, { cwd: ROOT })) {
      addMessages(await import(join(ROOT, area)), '');
    }
    expect(messages.length).toBeGreaterThan(2_000);
    expect(messages.filter((message) => !isUsed(message))).toEqual([]);
  });
});
