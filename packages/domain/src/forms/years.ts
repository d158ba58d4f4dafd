import type { YearList } from './types.ts';

const FIRST_IMPORTANT_YEAR = 2019;

/** Years that a list offers (docs/forms.md, A1). A stored year outside it stays selectable and valid. */
export function yearList(list: YearList, currentYear: number): number[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  switch (list) {
    case 'PLAN':
      return range(currentYear - 10, currentYear + 10);
    case 'PREP':
      return range(currentYear - 15, currentYear + 15);
    case 'IMP':
      return range(FIRST_IMPORTANT_YEAR, currentYear + 10);
    case 'GEN':
      return range(currentYear - 10, currentYear + 9);
  }
}
