import { buffer } from 'node:stream/consumers';
import { zipStream } from '../platform/documents/zip.ts';

const SPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An XLSX file with the given XML as its only sheet, in a part of this name: no writer of ours would make it. */
export function workbook(sheet: string, part = 'sheet1.xml'): Promise<Buffer> {
  const relation = (kind: string, target: string) =>
    `<Relationships><Relationship Id="rId1" Type="${SPACE}/${kind}" Target="${target}"/></Relationships>`;
  const parts = {
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relation('worksheet', `worksheets/${part}`),
    [`xl/worksheets/${part}`]: sheet,
  };
  return archive(parts);
}

/** An archive of texts by their path. */
export function archive(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, text]) => ({
    name,
    modified: new Date(0),
    make: async () => Buffer.from(text),
  }));
  const failed = (_: string, error: unknown) => {
    throw error;
  };
  return buffer(zipStream(entries, {}, { failed }));
}
