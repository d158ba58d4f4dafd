import type { Remark } from '@pimis/contract/remarks';

/** A remark on a whole form that its author has saved and not yet sent. */
export const REMARK_DRAFT: Remark = {
  id: 3,
  place: null,
  text: 'Прво.',
  revision: 1,
  author: 'Ана Анић',
  createdDate: '2026-11-20T09:00:00Z',
  sentDate: null,
  answer: null,
  done: false,
  answeredBy: null,
  answeredDate: null,
};
