import { afterEach, expect, it, vi } from 'vitest';
import { leaveToSignIn, onSignOut } from './sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

it('leads to the sign-in, which returns to the screen and says that the session has ended', () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  leaveToSignIn();
  expect(assign).toHaveBeenCalledWith('/login');
  const way = vi.fn();
  onSignOut(way);
  leaveToSignIn();
  leaveToSignIn('/projects?page=2');
  leaveToSignIn('/projects', true);
  expect(way.mock.calls).toEqual([
    ['/login'],
    ['/login?redirect=%2Fprojects%3Fpage%3D2'],
    ['/login?expired=true&redirect=%2Fprojects'],
  ]);
  expect(assign).toHaveBeenCalledTimes(1);
});
