import { expect, test } from 'vitest';
import { renderLater } from './deferred-render.ts';

test('what is near the screen comes in goes between which a key is heard, and all of it is there in the end', async () => {
  const goes: number[] = [];
  let going = false;
  const part = () => {
    if (!going) goes.push(0);
    goes[goes.length - 1] = (goes.at(-1) ?? 0) + 1;
    going = true;
    queueMicrotask(() => (going = false));
  };
  const holders = Array.from({ length: 40 }, () => document.body.appendChild(document.createElement('p')));
  const ends = holders.map((holder) => renderLater(holder, () => part(), true));
  await expect.poll(() => goes.reduce((all, one) => all + one, 0)).toBe(40);
  // The number of parts in one go depends on measured times: the first go renders one.
  expect(goes[0]).toBe(1);
  expect(goes.length).toBeGreaterThan(3);
  for (const end of ends) end();
  for (const holder of holders) holder.remove();
});
