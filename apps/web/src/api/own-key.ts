import { currentSession } from './session.ts';
import { userOf } from './session-store.ts';

/** The key of data that this browser stores for the signed-in user only, because people share computers. */
export function ownKey(key: string): string {
  return `${key}.${userOf(currentSession())?.id ?? 'nobody'}`;
}
