import { afterEach, expect, test, vi } from 'vitest';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { sending } from '../../../testing/sent.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { RevisionsTab } from './RevisionsTab.tsx';

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
