import type { Tx } from '../../platform/database/database.ts';

/** Projects have become public, have been withheld, or have been published again. */
export interface PublicityChangedEvent {
  tx: Tx;
  changes: readonly { projectId: number; isPublic: boolean }[];
  at: Date;
}

declare module '../../platform/event-bus.ts' {
  interface EventMap {
    publicityChanged: PublicityChangedEvent;
  }
}
