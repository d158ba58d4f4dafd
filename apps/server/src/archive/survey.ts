import { text } from 'node:stream/consumers';
import type { FileStore } from '../platform/storage/file-store.ts';
import { Refused } from '../platform/process/refused.ts';
import { type BaseManifest, readBaseManifest } from './base-manifest.ts';
import { openSealed, readExpected } from './sealed-object.ts';
import { archivedAt, bytesOf, historyKey, historyName, requireSegment, SEGMENT_BYTES } from './segments.ts';

/** The archives in a place. */
export interface Survey {
  bases: { manifest: BaseManifest; signer: string }[];
  /** Why bases cannot be used, a sentence each. */
  unusable: string[];
  /** The numbers of segments, by `system/timeline`. */
  segments: Map<string, Set<number>>;
  histories: { system: string; timeline: number }[];
}

/** A line of a history: a former timeline, and the segment in which the next one begins. */
export interface Branch {
  timeline: number;
  segment: number;
}

const BASE = /^wal\/(\d+)\/bases\/([^/]+)\/manifest$/;
const BRANCH = /^\s*(\d+)\t([0-9A-F]+\/[0-9A-F]+)/;

/**
 * Lists the archives of a place. Bases of other signers are not used; null: any signer is accepted. Errors: those of
 * the place.
 */
export async function surveyArchive(place: FileStore, signers: readonly string[] | null): Promise<Survey> {
  const survey: Survey = { bases: [], unusable: [], segments: new Map(), histories: [] };
  for await (const page of place.pages('wal/')) {
    for (const { key } of page) {
      const [, system = '', id = ''] = BASE.exec(key) ?? [];
      const found = archivedAt(key);
      if (id !== '') await addBase(place, survey, { system, id }, signers);
      else if (found?.segment) {
        const name = `${found.system}/${found.timeline}`;
        survey.segments.set(name, (survey.segments.get(name) ?? new Set()).add(found.segment.number));
      } else if (found) survey.histories.push(found);
    }
  }
  return survey;
}

async function addBase(
  place: FileStore,
  survey: Survey,
  { system, id }: { system: string; id: string },
  signers: readonly string[] | null,
): Promise<void> {
  try {
    const read = await readBaseManifest(place, system, id);
    if (signers === null || signers.includes(read.signer)) survey.bases.push(read);
    else survey.unusable.push(`The base ${id} was signed by another installation: ${read.signer}.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    survey.unusable.push(`${id}: ${error.message}`);
  }
}

/** The text of a timeline's history. Error: Refused if it is missing, of another signer or another one. */
export async function readHistory(
  place: FileStore,
  { system, timeline }: { system: string; timeline: number },
  { signers, identity }: { signers: readonly string[] | null; identity: string | null },
): Promise<{ content: string; at: Date }> {
  const key = historyKey(system, timeline);
  const sealed = await readExpected(place, key, { system, name: historyName(timeline) }, signers);
  return { content: await text(await openSealed(place, key, sealed, identity)), at: new Date(sealed.description.at) };
}

/** The timelines before one, the oldest first, each with the segment in which it was left. */
export const branchesIn = (history: string): Branch[] =>
  history.split('\n').flatMap((line) => {
    const [, timeline, position = ''] = BRANCH.exec(line) ?? [];
    return timeline === undefined
      ? []
      : [{ timeline: Number(timeline), segment: Math.floor(bytesOf(position) / SEGMENT_BYTES) }];
  });

/**
 * The newest timeline that continues that of a base, with the timelines before it. For a restore to a moment it must
 * have begun by then.
 */
export async function continuationOf(
  place: FileStore,
  survey: Survey,
  base: BaseManifest,
  to: Date | 'latest',
  trust: Parameters<typeof readHistory>[2],
): Promise<{ branches: Branch[]; target: number }> {
  const later = survey.histories
    .filter(({ system, timeline }) => system === base.system && timeline > base.timeline)
    .toSorted((a, b) => b.timeline - a.timeline);
  for (const history of later) {
    const { content, at } = await readHistory(place, history, trust);
    const branches = branchesIn(content);
    const own = branches.find(({ timeline }) => timeline === base.timeline);
    const hasBegun =
      to === 'latest' ? survey.segments.has(`${history.system}/${history.timeline}`) : at.getTime() <= to.getTime();
    // If the timeline was left before the base was complete, the base belongs to another past.
    if (own && own.segment >= requireSegment(base.last).number && hasBegun)
      return { branches, target: history.timeline };
  }
  return { branches: [], target: base.timeline };
}
