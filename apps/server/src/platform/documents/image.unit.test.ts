import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { resizeImage } from './image.ts';
import { setCallingUser, trackCallers } from '../limits/pool-quota.ts';

// Later files of the same process read other formats.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }));

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
  // The memory that the library keeps of a picture belongs to its decoder.
  expect(sharp.cache().items.current).toBe(0);
});

it('a crowd of one account keeps no other from its pictures', async () => {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer();
  const released = Promise.withResolvers<void>();
  const app = fastify();
  trackCallers(app);
  app.get('/:user', async (request) => {
    setCallingUser(Number((request.params as { user: string }).user));
    const read = () => released.promise.then(() => picture);
    return resizeImage(read, MOST).then(
      () => 'made',
      (error: unknown) => (error instanceof ApiError ? error.status : error),
    );
  });
  const ask = async (user: number) => (await app.inject(`/${user}`)).body;
  const [ONE, OTHER, AT_ONCE] = [7, 8, 210];
  const crowd = Array.from({ length: AT_ONCE }, () => ask(ONE));
  // The first refused caller finds the queue full, before any picture is made.
  const refusal = await Promise.race(crowd);
  const other = ask(OTHER);
  released.resolve();
  expect(await other).toBe('made');
  expect(refusal).toBe('RequestLimitReached');
  const made = (await Promise.all(crowd)).filter((answer) => answer === 'made');
  expect(made).toHaveLength(201);
});
