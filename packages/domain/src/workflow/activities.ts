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
  'finish',
  'archive',
  'unarchive',
] as const;
export type OtherActivity = (typeof OTHER_ACTIVITIES)[number];
