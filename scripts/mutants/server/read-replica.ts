import { of } from './server-mutant.ts';

/** Which database a reader gets. */
export const READ_REPLICA = of(
  'platform/read-replica.ts',
  ['platform/read-replica'],
  [
    ['if (!replica?.isUsable()) return context;', 'if (!replica) return context;'],
    ['if (reader && !(await hasOwnChanges', 'if (false && reader && !(await hasOwnChanges'],
    [".where('login', '=', login)", ''],
    [".orderBy('at', 'desc')", ".orderBy('at', 'asc')"],
    ['if (newest.length === 0) return true;', 'if (newest.length === 0) return false;'],
    ['return rows[0]?.all === true;', 'return true;'],
    ['if (!isDatabaseAway(error)) throw error;', 'throw error;'],
    ['replica.lost(error);', ''],
  ],
);
