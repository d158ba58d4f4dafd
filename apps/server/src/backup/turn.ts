import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { PlainStatements } from '../platform/database/plain-statements.ts';
import { Refused } from '../platform/process/refused.ts';
import { keepTurns, readTurns, type Turns } from '../platform/storage/backup-sender.ts';
import { FileExists, FileMissing, type FileStore } from '../platform/storage/file-store.ts';

/*
 * One machine alone writes backups of an installation to a place. A copy of a machine has the same database and the same
 * signer, so a backup does not show which of the two has written it. Each backup therefore takes a turn: an object
 * `turns/NUMBER` with a mark that the database kept before. The place has the newest turn; of two machines with the same
 * past only one can take the next number (docs/decisions/0266-one-sender-to-a-place.md).
 */

const FOLDER = 'turns/';
const DIGITS = 12;
const TURN = /^turns\/(\d{12})$/;
const MOST_BYTES = 200;
/** Older turns of a place are accepted unseen: with a backup every five minutes, this many cover three days. */
const MARKS_KEPT = 1_000;

interface Turn {
  number: number;
  mark: string;
}

const keyOf = (number: number) => `${FOLDER}${String(number).padStart(DIGITS, '0')}`;

/** A second machine writes backups of the same installation to the place. */
export class OtherWriter extends Refused {
  constructor(number: number) {
    super(
      `A second machine writes backups of this installation to the place: turn ${number} there is not of this one. ` +
        'One of the two needs another BACKUP_URL. If there is no other one, as after a return to a snapshot: pimis backup PLACE --accept-place.',
    );
    this.name = 'OtherWriter';
  }
}

async function numbersIn(place: FileStore): Promise<number[]> {
  const numbers: number[] = [];
  for await (const page of place.pages(FOLDER)) {
    for (const { key } of page) {
      const [, number] = TURN.exec(key) ?? [];
      if (number !== undefined) numbers.push(Number(number));
    }
  }
  return numbers.toSorted((a, b) => a - b);
}

/** The newest turn of a place; null without any. */
async function newestIn(place: FileStore): Promise<Turn | null> {
  const number = (await numbersIn(place)).at(-1);
  if (number === undefined) return null;
  try {
    return { number, mark: (await text(await place.get(keyOf(number)))).trim() };
  } catch (error) {
    // Another machine has taken a later one and removed this one.
    if (error instanceof FileMissing) throw new OtherWriter(number);
    throw error;
  }
}

/** Whether a turn is one of this installation, or older than those that it remembers. */
function isOwn({ marks, newest }: Turns, { number, mark }: Turn): boolean {
  const oldest = Math.min(...Object.keys(marks).map(Number));
  return number < oldest || (number <= newest && marks[number] === mark);
}

function withTurn(own: Turns | null, { number, mark }: Turn): Turns {
  const marks: Record<string, string> = { ...own?.marks, [number]: mark };
  const all = Object.entries(marks);
  return { newest: number, marks: Object.fromEntries(all.slice(-MARKS_KEPT)) };
}

interface Acceptance {
  /** Takes the place as it is, after a return to a snapshot. */
  isAccepted?: boolean;
}

/** The turns that are known here and at the place. Errors: OtherWriter; those of database and place. */
export async function requireOwnTurn(
  client: PlainStatements,
  place: FileStore,
  { isAccepted = false }: Acceptance = {},
): Promise<{ known: Turns | null; found: Turn | null }> {
  const known = await readTurns(client);
  const found = await newestIn(place);
  if (known !== null && found !== null && !isAccepted && !isOwn(known, found)) throw new OtherWriter(found.number);
  return { known, found };
}

/** Takes the next turn at a place, before anything else is stored there. Errors: as above. */
export async function takeTurn(
  client: PlainStatements,
  place: FileStore,
  { isAccepted = false }: Acceptance = {},
): Promise<void> {
  const { known, found } = await requireOwnTurn(client, place, { isAccepted });
  const own = isAccepted ? null : known;
  const turn = { number: Math.max(known?.newest ?? 0, found?.number ?? 0) + 1, mark: randomUUID() };
  // Remembered before it is stored: the turn of a process killed in between would look like another machine's.
  await keepTurns(client, withTurn(own, turn));
  await storeTurn(place, turn);
  const numbers = await numbersIn(place);
  const newest = numbers.at(-1) ?? turn.number;
  if (newest > turn.number) throw new OtherWriter(newest);
  for (const number of numbers) if (number < turn.number) await place.remove(keyOf(number));
}

async function storeTurn(place: FileStore, { number, mark }: Turn): Promise<void> {
  try {
    await place.put(keyOf(number), Readable.from([Buffer.from(`${mark}\n`)]), MOST_BYTES, { isNew: true });
  } catch (error) {
    if (!(error instanceof FileExists)) throw error;
    // The answer of the place to the first attempt may have been lost.
    const stored = (await text(await place.get(keyOf(number)))).trim();
    if (stored !== mark) throw new OtherWriter(number);
  }
}
