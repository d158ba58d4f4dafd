import { currentSession } from './session.ts';
import { userOf } from './session-store.ts';

/** The key of what this browser keeps for the signed-in user alone: people share computers. */
export function ownKey(key: string): string {
  return `${key}.${userOf(currentSession())?.id ?? 'nobody'}`;
}
