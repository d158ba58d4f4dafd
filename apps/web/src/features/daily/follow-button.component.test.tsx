import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { FollowButton } from './FollowButton.tsx';

afterEach(() => vi.restoreAllMocks());

const answer = (followed: boolean) =>
  Response.json({
    payload: { followed },
    additionalInformation: null,
    status: { code: 0, name: 'Success' },
    errors: [],
  });

test('a project stays followed when a read that began before the answer comes after it', async () => {
  signIn();
  const [put, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const pressed: string[] = [];
  let reads = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method === 'PUT' || request?.method === 'DELETE') {
      pressed.push(request.method);
      return put.promise;
    }
    reads += 1;
    return reads === 1 ? answer(false) : late.promise;
  });
  const screen = await draw(<FollowButton code="PROBA" />);
  const button = screen.getByRole('button', { name: 'Прати' });
  await expect.element(button).toBeEnabled();
  await button.click();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => reads).toBe(2);
  put.resolve(answer(true));
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  const lateAnswer = answer(false);
  late.resolve(lateAnswer);
  await expect.poll(() => lateAnswer.bodyUsed).toBe(true);
  // A later click shows that the outdated response was ignored.
  await button.click();
  await expect.poll(() => pressed).toEqual(['PUT', 'DELETE']);
});
