/**
 * Pictures of strangers made fit for a paper: decoded and written anew, small, upright, and without what cameras write
 * beside them (place, owner, time).
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

/** The library, which takes 20 MB of memory, with the first picture. */
async function loaded() {
  const { default: sharp } = await import('sharp');
  // What else the library can read is written by nobody with a camera, and read by much more code.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READ });
  // A picture takes one core: others have calls to answer.
  sharp.concurrency(1);
  return sharp;
}

/** The picture within so many pixels. Fails for what is none, is broken, or would be larger than any camera makes. */
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
