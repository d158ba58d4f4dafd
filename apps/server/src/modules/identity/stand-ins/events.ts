import type { Tx } from '../../../platform/database/database.ts';

/** An absence was entered or ended; listeners notify the two people concerned. */
export interface AbsenceChangedEvent {
  tx: Tx;
  standInId: number;
  ended: boolean;
  /** The absent user and the stand-in, except the user who made the change. */
  userIds: readonly number[];
  /** The user who made the change. */
  changedBy: number;
  at: Date;
}

declare module '../../../platform/event-bus.ts' {
  interface EventMap {
    absenceChanged: AbsenceChangedEvent;
  }
}
