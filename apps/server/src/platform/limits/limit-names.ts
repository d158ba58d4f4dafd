/**
 * The names of all limits on callers, as they appear in the log and the metrics of refusals. ARCHITECTURE.md, „Limits“,
 * describes the callers and the response of each.
 */
export const LIMIT_NAMES = [
  'anonymousCalls',
  'clientCalls',
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
