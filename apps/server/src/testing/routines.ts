import { readManifest } from '../backup/manifest.ts';
import { linesOf, readPart } from '../backup/parts.ts';
import { listBackups, openPlace, readManifestText } from '../backup/place.ts';
import type { Routine } from '../backup/tables.ts';

/** The functions and triggers of the only backup of a place. */
export async function routinesOf(address: string): Promise<Routine[]> {
  const place = await openPlace(address);
  const [id = ''] = await listBackups(place);
  const { manifest } = readManifest(id, await readManifestText(place, id));
  const routines: Routine[] = [];
  for await (const line of linesOf((await readPart(place, manifest.routines, null)) as AsyncIterable<Buffer>)) {
    routines.push(JSON.parse(line) as Routine);
  }
  return routines.filter(({ kind }) => kind !== 'view');
}
