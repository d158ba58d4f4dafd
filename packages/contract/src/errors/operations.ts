import type { Answers } from './answers.ts';

/** Answers about operations in the background: 8000 to 8999. */
export const OPERATIONS = {
  OperationRunning: { code: 8006, http: 200, sr: 'Обрада је у току.', en: 'The operation is still running.' },
  UnOperationFailed: { code: 8007, http: 500, sr: 'Обрада није успела.', en: 'The operation failed.' },
  OperationInterrupted: {
    code: 8090,
    http: 500,
    sr: 'Обрада је прекинута и ништа није уписано. Покрените је поново.',
    en: 'The operation was interrupted and nothing was written. Start it again.',
  },
  OperationCancelled: { code: 8091, http: 200, sr: 'Обрада је отказана.', en: 'The operation was cancelled.' },
} as const satisfies Answers;
