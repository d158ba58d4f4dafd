import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectAppropriation } from '@pimis/contract/options';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { Appropriations } from './Appropriations.tsx';

const rowOf = (id: number): ProjectAppropriation => ({
  id,
  appropriationId: id,
  budgetYear: 2026,
  organizationCode: '50112',
  chapter: null,
  subchapter: null,
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

/** Ids that the project uses by the server, and what was sent. */
let used: number[];
let sent: unknown[];

beforeEach(() => {
  localStorage.clear();
  used = [];
  sent = [];
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (typeof request?.body === 'string') sent.push(JSON.parse(request.body));
    return Response.json({
      payload: [1, 2, 3].map(rowOf),
      additionalInformation: { totalRows: 3, projectAppropriationIds: used, warnings: [] },
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
});
afterEach(() => vi.restoreAllMocks());

test('what a colleague has chosen meanwhile stays when own choices are saved', async () => {
  const screen = await draw(<Appropriations project={PROJECT} />);
  await screen.getByRole('checkbox', { name: 'Изабери апропријацију 1' }).click();
  used = [2];
  // Back from another window.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText('изабране 2')).toBeVisible();
  await screen.getByRole('button', { name: 'Примени' }).click();
  await vi.waitFor(() => expect(sent).toEqual([{ add: [1], remove: [] }]));
});
