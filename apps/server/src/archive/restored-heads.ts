import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { linesOf } from '../backup/parts.ts';
import type { BaseManifest } from './base-manifest.ts';
import { baseKey, headsFolder } from './segments.ts';
import { openSealed, readSealed } from './sealed-object.ts';
import type { Source } from './recover.ts';
import { Refused } from '../platform/process/refused.ts';

const CHUNK = /\/(\d{4}-\d{2}-\d{2})\/(\d{12})$/;

/** The text of a signed object of the archive. Error: Refused if it is missing or of another signer. */
export async function textOfArchive(
  { place, identity, signers }: Pick<Source, 'place' | 'identity' | 'signers'>,
  key: string,
): Promise<string> {
  const sealed = await readSealed(place, key);
  if (sealed === null) throw new Refused(`${key} is missing.`);
  if (signers !== null && !signers.includes(sealed.signer)) throw new Refused(`${key} was signed by ${sealed.signer}.`);
  return text(await openSealed(place, key, sealed, identity));
}

/** The files of audit heads: those of the base, and what was sent since. Heads of the time that is given up are among them. */
async function headTexts(source: Source, base: BaseManifest): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const lines = await textOfArchive(source, baseKey(base.system, base.id, 'heads'));
  for await (const line of linesOf(
    (async function* all() {
      yield lines;
    })(),
  )) {
    const { name, text: content } = JSON.parse(line) as { name: string; text: string };
    texts.set(name, content);
  }
  for await (const page of source.place.pages(headsFolder(base.system))) {
    for (const { key } of page) {
      const [, day, from = ''] = CHUNK.exec(key) ?? [];
      if (day === undefined) continue;
      const name = `${day}.jsonl`;
      const before = Buffer.from(texts.get(name) ?? '', 'utf8');
      // Bytes that the base has already are not repeated.
      const content = Buffer.from(await textOfArchive(source, key), 'utf8').subarray(
        Math.max(0, before.length - Number(from)),
      );
      texts.set(name, before.toString('utf8') + content.toString('utf8'));
    }
  }
  return texts;
}

export async function restoreHeads(source: Source, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'audit-heads');
  await mkdir(folder, { recursive: true });
  for (const [name, content] of await headTexts(source, source.plan.base)) {
    const whole = content.slice(0, content.lastIndexOf('\n') + 1);
    if (whole !== '') await writeFile(join(folder, name), whole, { flag: 'wx' });
  }
}
