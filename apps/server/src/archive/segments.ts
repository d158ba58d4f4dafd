/*
 * Segments of the write-ahead log: a name has eight hexadecimal digits for the timeline, and sixteen that count the
 * segments of 16 MB.
 */

/** The size that initdb gives segments. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
/** A position is two numbers of 32 bits; 256 segments share the first. */
const LOG_BYTES = 2 ** 32;
const SEGMENTS_OF_LOG = LOG_BYTES / SEGMENT_BYTES;
/** The head of the first page of a segment: a position right after it means that the segment is empty. */
const HEAD_BYTES = 40;
const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const HISTORY = /^([0-9A-F]{8})\.history$/;

export interface Segment {
  timeline: number;
  /** Counted from the beginning of the log. */
  number: number;
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');

/** The segment of a name; null for another file. */
export function segmentOf(name: string): Segment | null {
  const [, timeline = '', log = '', segment = ''] = NAME.exec(name) ?? [];
  if (timeline === '') return null;
  return { timeline: parseInt(timeline, 16), number: parseInt(log, 16) * SEGMENTS_OF_LOG + parseInt(segment, 16) };
}

export const nameOf = ({ timeline, number }: Segment): string =>
  `${hex(timeline)}${hex(Math.floor(number / SEGMENTS_OF_LOG))}${hex(number % SEGMENTS_OF_LOG)}`;

/** The segment of a name. Error: Error for another name. */
export function requireSegment(name: string): Segment {
  const segment = segmentOf(name);
  if (segment === null) throw new Error(`Not a segment: ${name}`);
  return segment;
}

/** The timeline whose history a file describes; null for another file. */
export function historyOf(name: string): number | null {
  const [, timeline] = HISTORY.exec(name) ?? [];
  return timeline === undefined ? null : parseInt(timeline, 16);
}

export const historyName = (timeline: number): string => `${hex(timeline)}.history`;

/** The bytes before a position such as `0/3000028`. */
export function bytesOf(position: string): number {
  const [log = '', offset = ''] = position.split('/');
  return parseInt(log, 16) * LOG_BYTES + parseInt(offset, 16);
}

/** The segment with the byte before a position: the last one that is needed to reach it. */
export const segmentBefore = (timeline: number, position: string): Segment => ({
  timeline,
  number: Math.floor((bytesOf(position) - 1) / SEGMENT_BYTES),
});

/** Whether everything before a position is in the segments up to this one. */
export const reaches = ({ number }: Segment, position: string): boolean =>
  bytesOf(position) <= (number + 1) * SEGMENT_BYTES + HEAD_BYTES;

/** Whether a segment follows right after another one. */
export const follows = (later: Segment, earlier: Segment): boolean =>
  later.timeline === earlier.timeline && later.number === earlier.number + 1;

/* The keys of a place have small letters. */

export const archiveFolder = (system: string): string => `wal/${system}/`;
export const timelineFolder = (system: string, timeline: number): string =>
  `${archiveFolder(system)}${hex(timeline).toLowerCase()}/`;
export const segmentKey = (system: string, segment: Segment): string =>
  `${timelineFolder(system, segment.timeline)}${nameOf(segment).toLowerCase()}`;
export const historyKey = (system: string, timeline: number): string => `${timelineFolder(system, timeline)}history`;
export const basesFolder = (system: string): string => `${archiveFolder(system)}bases/`;
export const baseKey = (system: string, id: string, part: string): string => `${basesFolder(system)}${id}/${part}`;
export const headsFolder = (system: string): string => `${archiveFolder(system)}heads/`;
/** The name of a part of a day's heads, from a byte on. */
export const headName = (day: string, from: number): string => `${day}/${from}`;
export const headKey = (system: string, day: string, from: number): string =>
  `${headsFolder(system)}${day}/${String(from).padStart(12, '0')}`;

const KEY = /^wal\/(\d+)\/([0-9a-f]{8})\/(?:([0-9a-f]{24})|(history))$/;

/** The object that a key of the archive names; null for another key. */
export function archivedAt(key: string): { system: string; timeline: number; segment: Segment | null } | null {
  const [, system, timeline = '', name] = KEY.exec(key) ?? [];
  if (system === undefined) return null;
  return {
    system,
    timeline: parseInt(timeline, 16),
    segment: name === undefined ? null : requireSegment(name.toUpperCase()),
  };
}
