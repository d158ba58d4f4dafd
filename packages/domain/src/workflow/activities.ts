/** What people see that happened to a project, besides the steps that were taken on it. */
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
