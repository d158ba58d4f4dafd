/** Activities of a project besides steps. */
export const OTHER_ACTIVITIES = [
  'open',
  'save',
  'comment',
  'lock',
  'unlock',
  'lockMark',
  'unlockMark',
  'evaluator',
  'listed',
  'sentToList',
  'mergedFrom',
  'mergedInto',
  'postponementOver',
  'quarterOver',
  'finish',
  'archive',
  'unarchive',
] as const;
export type OtherActivity = (typeof OTHER_ACTIVITIES)[number];

/** Activities about the form that was current at the time: it was changed, sent or answered. */
export const FORM_ACTIVITIES: ReadonlySet<string> = new Set([
  'save',
  'lock',
  'unlock',
  'send',
  'confirm',
  'approve',
  'return',
  'sendQuarter',
  'confirmQuarter',
  'approveQuarter',
]);
