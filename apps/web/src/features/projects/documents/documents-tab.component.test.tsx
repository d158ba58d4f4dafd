import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DOCUMENT_TYPE_NAMES } from '@pimis/domain/documents/files';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { DocumentsTab } from './DocumentsTab.tsx';

const PLAN = {
  id: 1,
  title: 'Ситуациони план',
  extension: 'pdf',
  description: 'Са котама',
  documentType: 0,
  revision: 1,
  createdDate: '2026-11-24T09:00:00Z',
  createdUser: 'Ана Јовић',
  size: 10,
  scan: 'clean',
};

let requested: string[];

beforeEach(() => {
  requested = [];
  signIn();
});
afterEach(() => vi.restoreAllMocks());

/** The documents of a project, for somebody who may add some or not. */
function drawTab(documents: boolean, rows: unknown[] = []) {
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const path = typeof url === 'string' ? (url.split('?')[0] ?? '') : '';
    requested.push(path);
    return Response.json({
      payload: path.endsWith('/PROBA')
        ? { code: 'PROBA', rights: { documents } }
        : path.endsWith('/documents')
          ? rows
          : [],
      additionalInformation: { totalRows: rows.length, documentTypes: [3, 5] },
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
  const root = createRootRoute();
  const tab = createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectCode/documents',
    component: DocumentsTab,
  });
  const history = createMemoryHistory({ initialEntries: ['/projects/PROBA/documents'] });
  const router = createRouter({ routeTree: root.addChildren([tab]), history });
  return draw(<RouterProvider router={router as never} />);
}

const uploads = () => requested.filter((path) => path.endsWith('/uploads')).length;

test('unfinished uploads are requested for those who may add documents', async () => {
  await drawTab(true);
  await expect.poll(uploads).toBe(1);
});

test('unfinished uploads are not requested for those who may not: a refusal would stand in the audit log', async () => {
  const screen = await drawTab(false);
  await expect.element(screen.getByText('Пројекат нема докумената.')).toBeVisible();
  await expect.poll(() => requested.filter((path) => path.endsWith('/PROBA')).length).toBe(1);
  expect(uploads()).toBe(0);
});

test.each([true, false])('an empty list asks those to add a document who may: %s', async (may) => {
  const screen = await drawTab(may);
  await expect.poll(() => requested.filter((path) => path.endsWith('/PROBA')).length).toBe(1);
  await expect.element(screen.getByText('Пројекат нема докумената.')).toBeVisible();
  const asked = screen.getByText('Додајте документ или га приложите из обрасца.');
  await expect.poll(() => asked.elements().length).toBe(may ? 1 : 0);
});

test('the filter offers the types that the project has documents of', async () => {
  const screen = await drawTab(false, [PLAN]);
  await screen.getByRole('button', { name: 'Филтер', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Врста' }).click();
  await screen.getByRole('combobox', { name: 'Врста' }).click();
  const typesOffered = () =>
    DOCUMENT_TYPE_NAMES.filter(({ sr }) => screen.getByRole('option', { name: sr, exact: true }).length > 0);
  await expect.poll(typesOffered).toEqual([3, 5].map((type) => DOCUMENT_TYPE_NAMES[type]));
});

test('the card of a document begins with its name', async () => {
  await page.viewport(360, 800);
  const screen = await drawTab(false, [PLAN]);
  const card = screen.getByRole('listitem');
  await expect.poll(() => card.element().textContent).toMatch(/^Ситуациони план.*Са котама/);
});

test('a document with a long name leaves room for the other columns', async () => {
  await page.viewport(1280, 800);
  const screen = await drawTab(false, [{ ...PLAN, title: 'ш'.repeat(200), description: 'о'.repeat(200) }]);
  await expect.element(screen.getByRole('button', { name: /^ш+\.pdf$/ })).toBeVisible();
  const table = screen.getByRole('table').element();
  expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth);
});
