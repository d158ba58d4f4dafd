import sharp from 'sharp';
import { expect, it } from 'vitest';
import { resizeImage } from './image.ts';

const MOST = { width: 30, height: 20 };

it('pictures are read and decoded one after the other, whatever becomes of each', async () => {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'green' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const counted = { now: 0, most: 0 };
  const read = (bytes: Buffer) => async () => {
    counted.now += 1;
    counted.most = Math.max(counted.most, counted.now, sharp.counters().process + sharp.counters().queue + 1);
    return bytes;
  };
  const all = Array.from({ length: 12 }, (_, at) =>
    resizeImage(read(at % 3 === 1 ? Buffer.from('none') : picture), MOST).finally(() => {
      counted.now -= 1;
    }),
  );
  const made = await Promise.allSettled(all);
  expect(made.map((one) => (one.status === 'fulfilled' ? one.value.width : 'refused'))).toEqual(
    Array.from({ length: 12 }, (_, at) => (at % 3 === 1 ? 'refused' : MOST.width)),
  );
  expect(counted.most).toBe(1);
  // What the library keeps of a picture is the memory of its decoder.
  expect(sharp.cache().items.current).toBe(0);
});
