import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { FileMissing, type FileStore } from '../platform/storage/file-store.ts';
import { openStore } from '../platform/storage/files.ts';
import { Refused } from '../platform/process/refused.ts';

/*
 * A place of backups: `backups/ID/…` has the parts of each, `files/xx/NAME-ID` the contents of files, which backups
 * share. Objects are never changed. A backup counts from the moment when its manifest is there, which is written last.
 */

const PART = /^backups\/(\d{8}-\d{9}-[0-9a-f]{6})\/(.+)$/;
/** The part that is written right before the manifest. */
export const LAST_PART = 'files';
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

export const backupFolder = (id: string) => `backups/${id}`;
export const manifestKey = (id: string) => `${backupFolder(id)}/manifest`;
export const partKey = (id: string, name: string) =>
  `backups/${id}/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** All first digits of the names of contents. */
export const PREFIXES = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/** The folder of contents whose names begin with these two digits. */
export const filesFolder = (prefix: string) => `files/${prefix}/`;
export const objectKey = (name: string, id: string) => `${filesFolder(name.slice(0, 2))}${name}-${id}`;

/** The number of a new backup: its time (UTC, to the millisecond), and random digits, so that no two are equal. */
export function newId(now: Date): string {
  const [day, time] = now.toISOString().slice(0, -1).replaceAll(/[-:.]/g, '').split('T');
  return `${day}-${time}-${randomBytes(3).toString('hex')}`;
}

/** When a backup was begun, by its number. */
export function timeOfId(id: string): Date {
  const [, y, mo, d, h, mi, s, ms] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-/.exec(id) ?? [];
  return new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
}

/** A folder or `s3://bucket/prefix`. Error: Refused for another address. */
export async function openPlace(address: string): Promise<FileStore> {
  const isAddress = /^[a-z][a-z0-9+.-]+:/i.test(address);
  if (isAddress && !/^(s3|file):\/\/./.test(address))
    throw new Refused('A place of backups is a folder or s3://bucket/prefix.');
  return openStore(isAddress ? address : pathToFileURL(resolve(address)).href, '');
}

/** The numbers of complete backups, and of those that have all but their manifest; the oldest first. */
export async function surveyBackups(place: FileStore): Promise<{ complete: string[]; lost: string[] }> {
  const [complete, ended] = [new Set<string>(), new Set<string>()];
  for await (const page of place.pages('backups/')) {
    for (const { key } of page) {
      const [, id = '', part] = PART.exec(key) ?? [];
      if (part === 'manifest') complete.add(id);
      if (part === LAST_PART) ended.add(id);
    }
  }
  return { complete: [...complete].toSorted(), lost: [...ended].filter((id) => !complete.has(id)).toSorted() };
}

/** The numbers of complete backups, the oldest first. */
export async function listBackups(place: FileStore): Promise<string[]> {
  return (await surveyBackups(place)).complete;
}

/** The stored text of a manifest. Error: Refused when there is none. */
export async function readManifestText(place: FileStore, id: string): Promise<string> {
  try {
    const content = await place.get(manifestKey(id), { start: 0, end: MAX_MANIFEST_BYTES });
    return await text(content);
  } catch (error) {
    if (error instanceof FileMissing) throw new Refused(`There is no complete backup ${id}.`, { cause: error });
    throw error;
  }
}

export async function writeManifestText(place: FileStore, id: string, content: string): Promise<void> {
  await place.put(manifestKey(id), Readable.from([Buffer.from(content, 'utf8')]), MAX_MANIFEST_BYTES);
}
