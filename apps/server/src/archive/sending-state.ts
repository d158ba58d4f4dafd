import type { ArchiveState } from '../platform/storage/archive-state.ts';
import { follows, nameOf, requireSegment, type Segment, segmentOf } from './segments.ts';

const GAPS_KEPT = 20;

export const emptyState = (system: string): ArchiveState => ({
  system,
  segment: null,
  broken: null,
  base: null,
  until: null,
  failure: null,
  baseFailure: null,
  gaps: [],
  documents: null,
  heads: {},
  waiting: { segments: 0, bytes: 0 },
});

/** Whether everything since a base is in the place, so that a restore can begin with it. */
export function isBaseUsable({ base, broken, segment }: ArchiveState): boolean {
  if (base === null || segment === null) return false;
  const [first, last, sent] = [base.first, base.last, segment].map(requireSegment);
  if (!first || !last || !sent || first.timeline !== sent.timeline || last.number > sent.number) return false;
  const missing = broken === null ? null : segmentOf(broken);
  return missing === null || missing.timeline < first.timeline || missing.number < first.number;
}

/** Whether a new base is needed: without one, after a gap, and on the timeline that a restore has begun. */
export function needsBase({ base, broken }: ArchiveState, timeline: number): boolean {
  if (base === null) return true;
  const first = requireSegment(base.first);
  const missing = broken === null ? null : segmentOf(broken);
  return (
    first.timeline !== timeline || (missing !== null && missing.timeline === timeline && missing.number >= first.number)
  );
}

/** Records that segments are not in the place; the next usable base begins after them. */
export function noteGap(
  state: ArchiveState,
  { first, last }: { first: Segment; last: Segment },
  at: string,
  reason: string,
): void {
  const known = state.broken === null ? null : segmentOf(state.broken);
  if (known?.timeline === last.timeline && known.number >= last.number) return;
  state.broken = nameOf(last);
  state.gaps = [...state.gaps, { first: nameOf(first), last: nameOf(last), at, reason }].slice(-GAPS_KEPT);
}

/** Records a segment that was sent. One that does not follow the last one leaves a gap. */
export function noteSegment(state: ArchiveState, segment: Segment, at: string): void {
  const last = state.segment === null ? null : requireSegment(state.segment);
  const isOlder = last !== null && last.timeline === segment.timeline && segment.number <= last.number;
  if (isOlder) return;
  if (last !== null && last.timeline === segment.timeline && !follows(segment, last)) {
    const [first, end] = [last.number + 1, segment.number - 1].map((number) => ({ timeline: last.timeline, number }));
    if (first && end) noteGap(state, { first, last: end }, at, 'segments were not kept');
  }
  state.segment = nameOf(segment);
}
