import { describe, expect, it } from 'vitest';
import { brokenRules, climbing, cycles, roomGraph } from './import-rules.ts';

const graph = (from: string, ...to: string[]) => new Map([[from, to]]);

describe('the import rules', () => {
  it.each([
    ['packages/domain/src/a.ts', 'node:fs'],
    ['packages/domain/src/a.ts', 'packages/contract/src/b.ts'],
    ['packages/contract/src/a.ts', 'fastify'],
    ['packages/contract/src/a.ts', 'marked'],
    ['packages/markdown/src/a.ts', 'packages/contract/src/b.ts'],
    ['packages/examples/src/a.ts', 'packages/contract/src/b.ts'],
    ['packages/domain/src/a.test.ts', 'packages/contract/src/b.ts'],
    ['packages/domain/test/a.ts', 'node:fs'],
    ['apps/server/src/modules/forms/a.ts', 'packages/examples/src/b.ts'],
    ['apps/web/src/a.ts', 'packages/domain/test/b.ts'],
    ['apps/web/src/a.ts', 'apps/server/src/config.ts'],
    ['apps/web/src/a.ts', 'pg'],
    ['apps/server/src/a.ts', 'apps/web/src/b.ts'],
    ['apps/server/src/platform/a.ts', 'apps/server/src/modules/forms/save.ts'],
    ['apps/server/src/modules/forms/a.ts', 'apps/server/src/modules/projects/queries.ts'],
    ['apps/server/src/a.ts', 'apps/server/src/b.test.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(brokenRules(graph(from, to))).toHaveLength(1);
  });

  it('let imports go down', () => {
    expect(
      brokenRules(
        graph(
          'apps/server/src/modules/forms/save.ts',
          'apps/server/src/modules/forms/queries.ts',
          'apps/server/src/modules/projects/history.ts',
          'packages/domain/src/constants.ts',
        ),
      ),
    ).toEqual([]);
    expect(brokenRules(graph('packages/domain/src/a.test.ts', 'vitest', 'fast-check'))).toEqual([]);
    for (const from of ['packages/domain/src/a.test.ts', 'apps/server/src/seed/a.ts', 'apps/web/src/a.test.ts']) {
      expect(brokenRules(graph(from, 'packages/examples/src/idea.ts'))).toEqual([]);
    }
  });

  it('find circles', () => {
    expect(
      cycles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
        ]),
      ),
    ).toEqual([['a', 'b', 'c', 'a']]);
    expect(
      cycles(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toEqual([]);
  });

  it('let modules import from floors below alone', () => {
    const forms = 'apps/server/src/modules/forms/save.ts';
    const history = 'apps/server/src/modules/projects/history.ts';
    expect(climbing(graph(forms, history))).toEqual([]);
    expect(climbing(graph(history, forms))).toHaveLength(1);
    expect(climbing(graph(forms, 'apps/server/src/modules/forms/form-data.ts'))).toEqual([]);
    expect(climbing(graph('apps/server/src/modules/lists/a.ts', 'apps/server/src/modules/lists/b.ts'))).toEqual([]);
    expect(climbing(graph('apps/server/src/modules/new/a.ts'))).toHaveLength(1);
    expect(climbing(graph('apps/server/src/modules/projects/a.test.ts', forms))).toEqual([]);
  });

  it('find circles between modules that no file closes', () => {
    const rooms = roomGraph(
      new Map([
        ['apps/web/src/shell/Layout.tsx', ['apps/web/src/features/daily/Bell.tsx']],
        ['apps/web/src/features/daily/Page.tsx', ['apps/web/src/shell/Pages.tsx']],
        ['apps/web/src/features/daily/Bell.tsx', []],
      ]),
    );
    expect(cycles(rooms)).toHaveLength(1);
  });
});
