import type { Tx } from '../../platform/database/database.ts';

/** Projects have become public or have stopped being public: withheld, or published again. */
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
