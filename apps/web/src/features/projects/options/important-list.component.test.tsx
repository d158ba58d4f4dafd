import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { ImportantList } from './ImportantList.tsx';

const PROJECT = { id: 1, code: 'PROBA', phase: 3, phaseStatus: 17 } as unknown as Project;

afterEach(() => vi.restoreAllMocks());

test.each([true, false])('what the user has to do is read again after a choice that is taken: %s', async (taken) => {
  signIn();
  const refused = { code: 4002, name: 'InvalidProjectAction' };
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, request) => {
    const isRefused = request?.method === 'PUT' && !taken;
    const status = isRefused ? refused : { code: 0, name: 'Success' };
    const body = { payload: isRefused ? null : [], additionalInformation: null, status, errors: [] };
    return Response.json(body, { status: isRefused ? 409 : 200 });
  });
  const readTasks = vi.fn(async () => 'Моји задаци');
  const Tasks = () => useQuery({ queryKey: ['dashboard'], queryFn: readTasks }).data;
  const screen = await draw(
    <>
      <Notifications />
      <Tasks />
      <ImportantList project={PROJECT} />
    </>,
  );
  await screen.getByRole('radio', { name: 'Спремност' }).click();
  await screen.getByRole('button', { name: 'Упути на листу' }).click();
  await expect.poll(() => readTasks.mock.calls.length).toBe(2);
});
