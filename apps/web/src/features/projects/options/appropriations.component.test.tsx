import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ProjectAppropriation } from '@pimis/contract/options';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../../testing/form.tsx';
import { Away, leaveAsked, stay } from '../../../testing/leaving.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { Appropriations } from './Appropriations.tsx';

const rowOf = (id: number): ProjectAppropriation => ({
  id,
  appropriationId: id,
  budgetYear: 2026,
  organizationCode: '50112',
  chapter: null,
  subchapter: '07.3',
  programCode: null,
  projectCode: null,
  functionCode: null,
  sourceOfFundingCode: null,
  economicClassificationCode: null,
  amount: '1.00',
  currentAmount: '1.00',
  selected: false,
});

const PROJECT = { code: 'PROBA', rights: { appropriations: true } } as Project;

/** The ids that the project uses on the server, the sent requests, and a promise that delays the answer. */
let used: number[];
let sent: unknown[];
let answered: Promise<void>;

beforeEach(() => {
  used = [];
  sent = [];
  answered = Promise.resolve();
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url, request) => {
    if (typeof request?.body === 'string') {
      sent.push(JSON.parse(request.body));
      await answered;
    }
    return Response.json({
      payload:
        typeof url === 'string' && url.endsWith('/configuration') ? { today: '2026-11-20' } : [1, 2, 3].map(rowOf),
      additionalInformation: { totalRows: 3, projectAppropriationIds: used, warnings: [] },
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
});
afterEach(() => vi.restoreAllMocks());

const boxOf = (screen: Awaited<ReturnType<typeof draw>>, id: number) =>
  screen.getByRole('checkbox', { name: `Изабери апропријацију ${id}` });

test('what a colleague has chosen meanwhile stays when own choices are saved', async () => {
  const screen = await draw(<Appropriations project={PROJECT} />);
  await boxOf(screen, 1).click();
  // Ticked and unticked again.
  await boxOf(screen, 2).click();
  await boxOf(screen, 2).click();
  used = [2];
  // Back from another window.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText('изабране 2')).toBeVisible();
  await screen.getByRole('button', { name: 'Примени' }).click();
  await vi.waitFor(() => expect(sent).toEqual([{ add: [1], remove: [] }]));
});

test('nothing is ticked while choices are saved, which stay ticked until they are read again', async () => {
  let answer = () => undefined as void;
  answered = new Promise((resolve) => (answer = resolve));
  const screen = await draw(<Appropriations project={PROJECT} />);
  await boxOf(screen, 1).click();
  await screen.getByRole('button', { name: 'Примени' }).click();
  await vi.waitFor(() => expect(sent).toEqual([{ add: [1], remove: [] }]));
  await expect.element(boxOf(screen, 2)).toBeDisabled();
  used = [1];
  const box = boxOf(screen, 1).element() as HTMLInputElement;
  const shown: boolean[] = [];
  const drawn = new MutationObserver(() => shown.push(box.checked));
  drawn.observe(document.body, { subtree: true, attributes: true, childList: true, characterData: true });
  answer();
  await expect.element(boxOf(screen, 2)).toBeEnabled();
  drawn.disconnect();
  expect(new Set(shown)).toEqual(new Set([true]));
});

test('every part of an appropriation can be shown and searched', async () => {
  const screen = await draw(<Appropriations project={PROJECT} />);
  await screen.getByRole('button', { name: 'Филтер', exact: true }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Глава' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('columnheader', { name: 'Глава' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Колоне' }).click();
  await screen.getByRole('checkbox', { name: 'Глава' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Глава' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '07.3' }).first()).toBeVisible();
});

test('a choice that is not saved stands once among the chosen ones while these are read', async () => {
  const screen = await draw(<Appropriations project={PROJECT} />);
  await boxOf(screen, 1).click();
  await screen.getByRole('switch').click();
  await expect.element(boxOf(screen, 3)).not.toBeInTheDocument();
  expect(boxOf(screen, 1).elements()).toHaveLength(1);
});

/** The screen with a link to another one. */
const drawWithAway = () =>
  draw(
    <>
      <Away />
      <Appropriations project={PROJECT} />
    </>,
  );

test('whoever leaves with choices that are not saved is asked first', async () => {
  const screen = await drawWithAway();
  await boxOf(screen, 1).click();
  await leaveAsked();
  await stay();
  await expect.element(boxOf(screen, 1)).toBeChecked();
});

test('whoever leaves while choices are saved is asked, and keeps them when they are refused', async () => {
  const refusal = Promise.withResolvers<void>();
  answered = refusal.promise;
  const screen = await drawWithAway();
  await boxOf(screen, 1).click();
  await screen.getByRole('button', { name: 'Примени' }).click();
  await leaveAsked();
  refusal.reject(new TypeError('Failed to fetch'));
  await stay();
  await expect.element(boxOf(screen, 1)).toBeEnabled();
  await expect.element(boxOf(screen, 1)).toBeChecked();
  await leaveAsked();
});

test('the question whether to leave goes when the choices have been saved meanwhile', async () => {
  const taken = Promise.withResolvers<void>();
  answered = taken.promise;
  const screen = await drawWithAway();
  await boxOf(screen, 1).click();
  await screen.getByRole('button', { name: 'Примени' }).click();
  await leaveAsked();
  // They are saved before they are read again.
  vi.mocked(window.fetch).mockImplementation(() => new Promise(() => undefined));
  taken.resolve();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('the year is chosen among years, the next one and the present one first', async () => {
  const screen = await draw(<Appropriations project={PROJECT} />);
  await screen.getByRole('button', { name: 'Филтер', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Година' }).click();
  await expect.element(page.getByRole('option', { name: '2027' })).toBeVisible();
  const offered = page.getByRole('listbox', { name: 'Година' }).getByRole('option').elements();
  expect(offered.map((option) => option.textContent)).toEqual(['2027', '2026', '2025', '2024', '2023', '2022']);
});
