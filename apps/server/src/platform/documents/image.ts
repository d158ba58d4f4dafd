import { ApiError } from '../errors.ts';
import { turnKey } from '../limits/pool-quota.ts';
import { TurnRefused, Turns } from '../limits/turns.ts';

/**
 * Prepares pictures of users for a paper: decodes and re-encodes them, small and upright, without metadata of the
 * camera (place, owner, time).
 */
export interface Image {
  /** JPEG. */
  bytes: Buffer;
  width: number;
  height: number;
}

const MAX_PIXELS = 60_000_000;
const QUALITY = 78;
const READ = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];

/**
 * One picture at a time: a progressive one is decoded as a whole, so that 350 KB can take 200 MB. Also limits the
 * number and time of waiting ones.
 */
const turns = new Turns({ atOnce: 1, waiting: 400, waitingOfOne: 200, waitMs: 60_000 });
const RETRY_AFTER_SECONDS = 5;
/** A picture that takes longer is given up: the others wait for it. */
const MAX_SECONDS = 30;

async function ownTurn(): Promise<() => void> {
  try {
    return await turns.enter(turnKey());
  } catch (error) {
    if (!(error instanceof TurnRefused)) throw error;
    const status = error.isOwn ? 'RequestLimitReached' : 'ServiceUnavailable';
    throw new ApiError(status, { retryAfter: RETRY_AFTER_SECONDS, limit: 'pictures', cause: error });
  }
}

/** The library takes 20 MB of memory, so it is loaded with the first picture. */
async function loaded() {
  const { default: sharp } = await import('sharp');
  // Cameras write no other formats, and reading them needs much more code of the library.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READ });
  // Cached operations keep the memory of their decoder: twelve pictures took 1.4 GB.
  sharp.cache(false);
  // One core per picture: other calls need the other cores.
  sharp.concurrency(1);
  return sharp;
}

/**
 * Returns the picture within the given number of pixels; it is read when its turn comes. Errors: RequestLimitReached
 * and ServiceUnavailable while too many wait; other errors for data that is not a picture, is broken, or is larger than
 * pictures of any camera.
 */
export async function resizeImage(
  read: () => Promise<Buffer>,
  most: { width: number; height: number },
): Promise<Image> {
  const leave = await ownTurn();
  try {
    return await resized(await read(), most);
  } finally {
    leave();
  }
}

async function resized(bytes: Buffer, most: { width: number; height: number }): Promise<Image> {
  const sharp = await loaded();
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ ...most, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
