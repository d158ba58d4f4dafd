/**
 * Limits on how much of the server one caller gets, by the name that the log and the metrics give to what they refuse.
 * ARCHITECTURE.md, „Limits“, says of each whom it bounds and what it answers.
 */
export const LIMIT_NAMES = [
  'anonymousCalls',
  'registrations',
  'mailedLinks',
  'accountFailures',
  'signInFailures',
  'requestsOfAddress',
  'signInTurns',
  'passwords',
  'pictures',
  'fileReaders',
  'poolShare',
  'publicTime',
  'eventStreams',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];
