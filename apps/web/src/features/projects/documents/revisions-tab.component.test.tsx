import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { sending } from '../../../testing/sent.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { RevisionsTab } from './RevisionsTab.tsx';

// Messages of the previous test are still shown.
beforeEach(() => notifications.clean());
afterEach(() => vi.restoreAllMocks());

const REVISION = {
  id: 8,
  documentId: 5,
  title: 'Записник',
  extension: 'pdf',
  name: 'zapisnik',
  revision: 2,
  hash: '',
  size: 1,
  description: '',
  comment: null,
  createdDate: '2026-11-20T10:00:00Z',
  createdUser: null,
  documentType: 1,
  secureLink: true,
  linkExpiresOn: null,
  linkOpened: 0,
  scan: 'clean',
  scanFinding: null,
  canBeDeleted: true,
  downloads: [],
};

const OF_DOCUMENT = '/projects/PROBA/documents/5';

test.each([
  ['one of two revisions is taken to the documents', 1, false, '/projects/PROBA/documents'],
  ['one of three revisions stays with the others', 2, false, OF_DOCUMENT],
  ['a revision and goes elsewhere meanwhile stays there', 1, true, '/projects'],
])('who deletes %s', async (_what, revisionsCount, leaves, there) => {
  signIn();
  const { sent, answer } = sending((path) => (path.endsWith('/revisions') ? [REVISION] : []), {
    document: { title: 'Записник' },
    mayChange: true,
  });
  const { screen, path, goElsewhere } = await drawBesideAway(RevisionsTab, {
    route: '/projects/$projectCode/documents/$documentId',
    address: OF_DOCUMENT,
  });
  await screen.getByRole('button', { name: 'Обриши' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Обриши' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  if (leaves) await goElsewhere();
  answer({ revisionsCount });
  await expect.element(screen.getByText('Ревизија је обрисана.')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(path).toBe(there);
});

test('an address without the number of a document is one of nothing, and nothing is asked for it', async () => {
  signIn();
  sending(() => []);
  const { screen } = await drawBesideAway(RevisionsTab, {
    route: '/projects/$projectCode/documents/$documentId',
    address: '/projects/PROBA/documents/abc',
  });
  await expect.element(screen.getByText('Страница не постоји')).toBeVisible();
  expect(window.fetch).not.toHaveBeenCalled();
});

/** Draws a revision for who may change the document, or not. */
async function drawRevision(revision: Partial<typeof REVISION>, mayChange: boolean) {
  signIn();
  sending((path) => (path.endsWith('/revisions') ? [{ ...REVISION, ...revision }] : []), {
    document: { title: 'Записник' },
    mayChange,
  });
  const { screen } = await drawBesideAway(RevisionsTab, {
    route: '/projects/$projectCode/documents/$documentId',
    address: OF_DOCUMENT,
  });
  await expect.element(screen.getByRole('heading', { name: 'Ревизија 2' })).toBeVisible();
  return screen;
}

test('a revision that is not known to be clean is not downloaded', async () => {
  for (const scan of ['waiting', 'found', 'clean']) {
    const screen = await drawRevision({ scan }, true);
    const download = screen.getByRole('button', { name: 'Преузми' });
    await (scan === 'clean' ? expect.element(download).toBeEnabled() : expect.element(download).toBeDisabled());
    await screen.unmount();
  }
});

test('who may not change a document copies its link, and deletes nothing', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await drawRevision({ canBeDeleted: false }, false);
  await expect.element(screen.getByRole('button', { name: 'Обриши' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Копирај везу' }).click();
  await expect.element(screen.getByText('Веза је копирана.')).toBeVisible();
  expect(copied).toHaveBeenCalledOnce();
});

test.each([
  ['a download goes back to where they came from', `${OF_DOCUMENT}/revisions/8?automaticDownload=true`, '/projects'],
  ['no download goes to the documents', OF_DOCUMENT, '/projects/PROBA/documents'],
])('who came for %s', async (_what, address, there) => {
  signIn();
  sending((path) => (path.endsWith('/revisions') ? [{ ...REVISION, scan: 'waiting' }] : []), {
    document: { title: 'Записник' },
    mayChange: false,
  });
  const { screen, path } = await drawBesideAway(RevisionsTab, {
    route:
      address === OF_DOCUMENT
        ? '/projects/$projectCode/documents/$documentId'
        : '/projects/$projectCode/documents/$documentId/revisions/$revisionId',
    from: ['/projects'],
    address,
  });
  await screen.getByRole('link', { name: /^Назад/ }).click();
  await expect.poll(path).toBe(there);
});
