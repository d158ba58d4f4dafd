import { PIF_CODES } from '../forms/codes.ts';
import { LEVELS } from '../forms/definitions/common.ts';

/** Forms with the places and level of a project; a plan and its corrections have them too. */
export const PLACED_FORMS: readonly string[] = [
  'ideja',
  'identifikacija-projekta',
  'spremnost',
  'posebnog-znacaja',
  'pif-mini',
  ...PIF_CODES,
];

/** Values by which the portfolio groups projects. */
export interface Places {
  /** 1 national, 2 provincial, 3 local; null: no form states it. */
  level: number | null;
  /** Codes of districts and municipalities. */
  districts: string[];
  municipalities: string[];
}

/** Places and level in a locked form or a plan in force. */
export interface PlacedForm {
  formId: number;
  level: unknown;
  /** Municipalities that the registry knows, with their districts; one without a district gives none. */
  places: readonly { id: string; district: string | null }[];
}

const distinct = (codes: readonly string[]): string[] => [...new Set(codes)].toSorted();

/** Level and places from the newest form that has them; if none has them, the stored ones remain. */
export function placesOf(forms: readonly PlacedForm[], known: Places): Places {
  // If a form's plan has been in force twice, the later one counts.
  const newest = forms.toReversed().toSorted((a, b) => b.formId - a.formId);
  const level = newest.map((form) => LEVELS.findIndex(({ value }) => value === form.level)).find((place) => place >= 0);
  const located = newest.find(({ places }) => places.length > 0)?.places;
  return {
    level: level === undefined ? known.level : level + 1,
    districts: located ? distinct(located.flatMap(({ district }) => district ?? [])) : known.districts,
    municipalities: located ? distinct(located.map(({ id }) => id)) : known.municipalities,
  };
}
