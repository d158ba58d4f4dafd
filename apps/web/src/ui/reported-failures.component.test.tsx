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

const shown = (...failures: (Error | null)[]) => (
  <>
    <Frame />
    {failures.map((failure, index) => (
      <Panel key={index} failure={failure} />
    ))}
  </>
);

test('a failure is reported as long as one of its panels shows it, and the frame follows', async () => {
  const screen = await draw(shown(null));
  const frame = () => screen.getByRole('status').element().textContent;
  expect(frame()).toBe('not reported');
  await screen.rerender(shown(FAILURE, FAILURE));
  await expect.poll(frame).toBe('reported');
  await screen.rerender(shown(FAILURE));
  await expect.poll(frame).toBe('reported');
  await screen.rerender(shown(new Error('Друга'), null));
  await expect.poll(frame).toBe('not reported');
});
