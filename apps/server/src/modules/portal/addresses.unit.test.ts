import { expect, it } from 'vitest';
import { languageOf, pathOf, withQuery } from './addresses.ts';

it('a page has a URL in each language, and each URL shows its language', () => {
  const paths = (['sr-Cyrl', 'sr-Latn', 'en'] as const).map((language) => pathOf(language, '/about'));
  expect(paths).toEqual(['/public/about', '/public/lat/about', '/public/en/about']);
  expect(paths.map(languageOf)).toEqual(['sr-Cyrl', 'sr-Latn', 'en']);
  expect(['/public', '/public/en', '/public/en?map=number', '/public/english', '/'].map(languageOf)).toEqual([
    'sr-Cyrl',
    'en',
    'en',
    'sr-Cyrl',
    'sr-Cyrl',
  ]);
});

it('parameters without a value are left out', () => {
  expect(withQuery('/public', {})).toBe('/public');
  expect(withQuery('/public', { a: '', b: false, c: undefined })).toBe('/public');
  expect(withQuery('/public', { a: true, b: 0, c: 'x y' })).toBe('/public?a=true&b=0&c=x+y');
});
