import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { manualPageFor } from '@pimis/domain/manual/pages';
import { makeRouter } from './router.tsx';

/** Parts of an address that stand for a value, with an example of each. */
const VALUES: Readonly<Record<string, string>> = {
  $projectCode: 'MOST-1',
  $formType: 'plan',
  $registryCode: 'banks',
  $listType: '3',
};

test('every route has a page of the manual', () => {
  // A path that ends with any further part is no screen: it is the page of unknown addresses.
  const routes = Object.keys(makeRouter(new QueryClient()).routesByPath).filter(
    (path) => path !== '/' && !path.endsWith('/$'),
  );
  expect(routes.length).toBeGreaterThan(50);
  const without = routes.filter((path) => {
    const address = path.replaceAll(/\$\w+/g, (name) => VALUES[name] ?? '1');
    return manualPageFor(address) === 'index';
  });
  expect(without).toEqual([]);
});

test('every screen before the sign-in has one', () => {
  const addresses = ['/login', '/login/initial', '/login/password-reset', '/activation', '/reset-password'];
  for (const address of addresses) expect(manualPageFor(address)).toBe('login');
  expect(manualPageFor('/register-organization')).toBe('register-organization');
  expect(manualPageFor('/document-download')).toBe('document-download');
});
