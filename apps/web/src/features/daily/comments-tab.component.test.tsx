import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { CommentsTab } from './CommentsTab.tsx';

const COMMENT = {
  id: 7,
  text: 'Проверити износе.',
  createdDate: '2026-11-20T10:00:00.000Z',
  editedDate: null,
  author: { login: 'ana', name: 'Ана', organizationName: 'Град', away: null },
  replyTo: null,
  rights: { edit: true, remove: true },
};

afterEach(() => vi.restoreAllMocks());

test('a correction is sent once, and not changed while it is sent', async () => {
  signIn();
  const status = { code: 0, name: 'Success' };
  let sent = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method === 'PUT') {
      sent += 1;
      return new Promise<Response>(() => undefined);
    }
    const additionalInformation = { canWrite: true, totalRows: 1 };
    return Response.json({ payload: [COMMENT], additionalInformation, status, errors: [] });
  });
  const routeTree = createRootRoute({ component: CommentsTab });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const screen = await draw(<RouterProvider router={router as never} />);
  await screen.getByRole('button', { name: 'Исправи' }).click();
  const text = screen.getByRole('textbox', { name: 'Исправљен текст' });
  await userEvent.fill(text, 'Проверити износе и рокове.');
  await screen.getByRole('button', { name: 'Сачувај' }).dblClick();
  await expect.element(text).toHaveAttribute('readonly');
  expect(sent).toBe(1);
});

test('the longest name of an author stays within the panel', async () => {
  signIn();
  const status = { code: 0, name: 'Success' };
  const long = 'Ж'.repeat(200);
  const payload = [{ ...COMMENT, author: { ...COMMENT.author, name: long } }];
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload, additionalInformation: { canWrite: false, totalRows: 1 }, status, errors: [] }),
  );
  const routeTree = createRootRoute({ component: CommentsTab });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const screen = await draw(<RouterProvider router={router as never} />);
  const { container } = screen;
  await expect.element(screen.getByText(long)).toBeVisible();
  expect(container.scrollWidth).toBe(container.clientWidth);
});
