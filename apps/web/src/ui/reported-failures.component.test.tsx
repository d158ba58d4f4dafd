import { expect, test } from 'vitest';
import { draw } from '../testing/form.tsx';
import { useIsReported, useReportsFailure } from './reported-failures.ts';

const FAILURE = new Error('Нема везе');

function Panel({ failure }: { failure: Error | null }) {
  useReportsFailure(failure);
  return null;
}

function Frame() {
  const isReported = useIsReported();
  return <output>{isReported(FAILURE) ? 'reported' : 'not reported'}</output>;
}

const shown = (one: Error | null, other: Error | null) => (
  <>
    <Frame />
    <Panel failure={one} />
    <Panel failure={other} />
  </>
);

test('a failure is reported as long as one of its panels shows it, and the frame follows', async () => {
  const screen = await draw(shown(null, null));
  const frame = () => screen.getByRole('status').element().textContent;
  expect(frame()).toBe('not reported');
  await screen.rerender(shown(FAILURE, FAILURE));
  await expect.poll(frame).toBe('reported');
  await screen.rerender(shown(FAILURE, null));
  await expect.poll(frame).toBe('reported');
  await screen.rerender(shown(new Error('Друга'), null));
  await expect.poll(frame).toBe('not reported');
});
