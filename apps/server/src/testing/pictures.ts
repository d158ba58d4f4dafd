import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** A page as a grey-scale picture, one byte per point. */
export interface PagePicture {
  width: number;
  height: number;
  data: Uint8Array;
}

const DPI = 60;
const POINTS_PER_INCH = 72;
/** The number of grey levels; fewer make smaller files. */
const SHADE = 17;
/** How many points may differ by more than two levels: less than a letter. */
const TOLERANCE = 12;

/** The library is loaded once, because loading takes longer than a page. */
let library: Promise<PDFiumLibrary> | undefined;

/** Renders each page of a PDF with another program than the one that made it. */
export async function picturesOf(pdf: Buffer): Promise<PagePicture[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  const pages: PagePicture[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: DPI / POINTS_PER_INCH, render: 'bitmap' });
    const grey = await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: 'white' })
      .greyscale()
      .raw()
      .toBuffer();
    pages.push({ width, height, data: grey.map((shade) => Math.round(shade / SHADE) * SHADE) });
  }
  document.destroy();
  return pages;
}

const asPng = ({ data, width, height }: PagePicture) =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();

async function readStored(file: string): Promise<PagePicture | null> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) return null;
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function differs(one: PagePicture, other: PagePicture): boolean {
  if (one.width !== other.width || one.height !== other.height) return true;
  let points = 0;
  for (const [index, shade] of one.data.entries()) {
    if (Math.abs(shade - (other.data[index] ?? 0)) > 2 * SHADE) points += 1;
  }
  return points > TOLERANCE;
}

/**
 * The expected pictures of papers in a folder, `name-1.png` and so on. `compared` returns the files that differ; with
 * `PIMIS_PAPERS=renew` it writes them again. Differing pictures are written to `seen`.
 */
export class StoredPictures {
  private readonly names = new Set<string>();
  private readonly folder: string;
  private readonly seen: string;
  private readonly renew = process.env.PIMIS_PAPERS === 'renew';

  constructor(folder: string, seen: string) {
    this.folder = folder;
    this.seen = seen;
  }

  async compared(name: string, pdf: Buffer): Promise<string[]> {
    const wrong: string[] = [];
    for (const [index, page] of (await picturesOf(pdf)).entries()) {
      const file = `${name}-${index + 1}.png`;
      this.names.add(file);
      const before = await readStored(join(this.folder, file));
      if (before && !differs(before, page)) continue;
      const to = this.renew ? this.folder : this.seen;
      await mkdir(to, { recursive: true });
      await writeFile(join(to, file), await asPng(page));
      if (!this.renew) wrong.push(join(this.seen, file));
    }
    return wrong;
  }

  /** Files of the folder without a paper; renewing removes them. */
  async left(): Promise<string[]> {
    const files = await readdir(this.folder).catch((): string[] => []);
    const left = files.filter((file) => !this.names.has(file));
    if (!this.renew) return left;
    for (const file of left) await rm(join(this.folder, file));
    return [];
  }
}
