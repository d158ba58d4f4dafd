import { QueryClient } from '@tanstack/react-query';
import type { AnyRoute } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { makeRouter } from '../router.tsx';

const childrenOf = (route: AnyRoute) => Object.values((route.children ?? {}) as Record<string, AnyRoute>);

const pathOf = ({ options }: AnyRoute) => (options as { path?: string }).path;

/** Whether a route shows something itself, or by a child with the same address. */
const isShown = (route: AnyRoute): boolean =>
  route.options.component !== undefined ||
  childrenOf(route).some((child) => pathOf(child) === '/' || (pathOf(child) === undefined && isShown(child)));

test('an address that others begin with leads to a screen when it is typed', () => {
  const { routesById } = makeRouter(new QueryClient());
  const routes = Object.values(routesById as Record<string, AnyRoute>);
  // A route without a path has no address of its own.
  const parents = routes.filter((route) => childrenOf(route).length > 0 && pathOf(route) !== undefined);
  expect(parents.length).toBeGreaterThan(5);
  expect(parents.filter((route) => !isShown(route)).map(({ fullPath }) => fullPath as string)).toEqual([]);
});

test('the crumb above a new project leads to the projects', () => {
  const matches = makeRouter(new QueryClient()).matchRoutes('/projects/create', {});
  expect(matches.map(({ staticData: { crumb, crumbTo } }) => [crumb, crumbTo]).slice(-2)).toEqual([
    ['projects.title', '/projects'],
    ['projects.create.title', undefined],
  ]);
});
