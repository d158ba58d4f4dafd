import type { Text } from '../i18n/use-text.ts';
import { leftOutText } from './left-out-text.ts';
import { withNote } from './notify.tsx';
import type { LeftOut } from './pasted-look.ts';

/** One message per paste: the message of `act` also names omitted text, lost formatting and omitted pictures. */
export function notifyLeftOut(left: ReadonlySet<LeftOut>, t: Text['t'], act = () => {}): void {
  withNote(leftOutText(left, t), act);
}
