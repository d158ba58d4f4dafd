import { getDocumentProxy } from 'unpdf';

/** The text of each page of a PDF, line by line. */
export async function pdfPages(bytes: Buffer): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  return pages;
}

interface PlacedPage {
  width: number;
  texts: { text: string; left: number; right: number; base: number }[];
}

/**
 * Each piece of text of each page: its start and end from the left edge, its base line from the lower edge, in points.
 */
export async function placedTexts(bytes: Buffer): Promise<PlacedPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: PlacedPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const left = Number(item.transform[4]);
      return [{ text: item.str, left, right: left + item.width, base: Number(item.transform[5]) }];
    });
    pages.push({ width: page.getViewport({ scale: 1 }).width, texts });
  }
  return pages;
}
