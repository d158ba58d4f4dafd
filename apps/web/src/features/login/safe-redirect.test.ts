import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

it('an address of the product is a way back', () => {
  for (const address of ['/projects', '/projects/ABC/details?a=1&b=%2F#c', '/projects?f.search=%D0%B1', '/']) {
    expect(safeRedirect(address)).toBe(address);
  }
  expect(safeRedirect('/pro\tjects\n')).toBe('/projects');
});

it('any other leads to the start', () => {
  const others = [
    null,
    '',
    'projects',
    'https://example.org',
    '//example.org',
    '/\\example.org',
    '\\\\example.org',
    '/\t/example.org',
    '/\n/example.org',
    '/\r\n/example.org',
    '\t//example.org',
    '/\t\\example.org',
    '/..//example.org',
    '/.//example.org',
    '/a/..//example.org',
    '//user@:a',
    'javascript:alert(1)',
  ];
  expect(others.map(safeRedirect).filter((address) => address !== '/dashboard')).toEqual([]);
});
