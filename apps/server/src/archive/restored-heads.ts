import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { linesOf } from '../backup/parts.ts';
import type { BaseManifest } from './base-manifest.ts';
import { baseKey, headName, headsFolder } from './segments.ts';
import { openSealed, readExpected } from './sealed-object.ts';
import type { Source } from './recover.ts';

const CHUNK = /\/(\d{4}-\d{2}-\d{2})\/(\d{12})$/;

type Trusted = Pick<Source, 'place' | 'identity' | 'signers'>;

async function textOf(
  { place, identity, signers }: Trusted,
  key: string,
  expected: { system: string; name: string },
): Promise<string> {
  return text(await openSealed(place, key, await readExpected(place, key, expected, signers), identity));
}

/** The text of a part of a base. Error: Refused if it is missing, of another signer, or of another base. */
export function textOfBase(source: Trusted, { system, id }: BaseManifest, part: 'heads' | 'keys'): Promise<string> {
  return textOf(source, baseKey(system, id, part), { system, name: `${id}/${part}` });
}

/**
 * The files of audit heads: those of the base, and what was sent since. They include heads of the time that the restore
 * discards.
 */
async function headTexts(source: Source, base: BaseManifest): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const lines = await textOfBase(source, base, 'heads');
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
      const content = Buffer.from(
        await textOf(source, key, { system: base.system, name: headName(day, Number(from)) }),
        'utf8',
      ).subarray(Math.max(0, before.length - Number(from)));
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
