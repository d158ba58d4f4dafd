import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { activityText } from '../workflow/activity-texts.ts';
import { phaseInfo } from '../workflow/phases.ts';
import { statusInfo } from '../workflow/statuses.ts';
import { type NotificationKind, notificationKind } from './kinds.ts';

/** The parts of a notification that describe the event. */
export interface NotifiedEvent {
  kind: NotificationKind;
  /** The step that the user has to take; null if none is known. */
  step: BilingualText | null;
  /** The key of the step or activity. */
  operation: string | null;
  phaseStatus: number;
  /** A decision: the phase that was decided on. */
  decided: { phase: number } | null;
}

/** The sentence about an event, used by the bell, the page of notifications and the mails. */
export function eventText({ kind, step, operation, phaseStatus, decided }: NotifiedEvent): BilingualText {
  const { says } = notificationKind(kind);
  if (says === 'turn') {
    return step
      ? pair(`Ви сте на реду: ${step.sr}`, `It is your turn: ${step.en}`)
      : pair('Ви сте на реду', 'It is your turn');
  }
  if (says !== 'move') return says;
  const what = activityText(operation) ?? statusInfo(phaseStatus).label;
  if (!decided) return what;
  // A stopped correction does not stop its project.
  const { title } = phaseInfo(decided.phase);
  return pair(`${what.sr} (${title.sr})`, `${what.en} (${title.en})`);
}
