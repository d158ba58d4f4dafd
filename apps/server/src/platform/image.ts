/**
 * Prepares pictures of users for a paper: decodes and encodes them anew, small and upright, without metadata of the
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

/** The library takes 20 MB of memory, so it is loaded with the first picture. */
async function loaded() {
  const { default: sharp } = await import('sharp');
  // Cameras write no other formats, and reading them needs much more code of the library.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READ });
  // One core per picture: other calls need the other ones.
  sharp.concurrency(1);
  return sharp;
}

/**
 * Returns the picture within the given number of pixels. Error: any, for data that is no picture, is broken, or is
 * larger than any camera makes.
 */
export async function resizeImage(bytes: Buffer, most: { width: number; height: number }): Promise<Image> {
  const sharp = await loaded();
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ ...most, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
