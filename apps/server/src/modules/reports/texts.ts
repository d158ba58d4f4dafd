/** Words that several documents use. Documents of the product are in Serbian Cyrillic. */
export const PROJECT_STATUS_TEXT: readonly string[] = ['у току', 'завршен', 'архивиран'];

/** By the number of the type (specification, "Project"). */
export const PROJECT_TYPE_TEXT: Readonly<Record<number, string>> = {
  1: 'У реализацији',
  2: 'У припреми',
  3: 'Нова реализација',
};

export function yesNo(value: boolean): string {
  return value ? 'да' : 'не';
}
