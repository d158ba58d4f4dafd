import { expect, it, vi } from 'vitest';
import { currentSession } from './session.ts';
import { ownKey } from './own-key.ts';

vi.mock('./session.ts', () => ({ currentSession: vi.fn() }));

it('people who share a computer have keys of their own', () => {
  vi.mocked(currentSession).mockReturnValue({ status: 'in', user: { id: 7 } } as never);
  expect(ownKey('pimis.views')).toBe('pimis.views.7');
  vi.mocked(currentSession).mockReturnValue({ status: 'out', ended: false });
  expect(ownKey('pimis.views')).toBe('pimis.views.nobody');
});
