/** Words that several documents use. Documents of the product are in Serbian Cyrillic. */
export const PROJECT_STATUS_TEXT: readonly string[] = ['у току', 'завршен', 'архивиран'];

export function yesNo(value: boolean): string {
  return value ? 'да' : 'не';
}
