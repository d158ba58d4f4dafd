/** "1 слово, 2 слова, 5 слова": nouns after numbers, as Serbian counts. */
export function withPlural(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [count % 100, count % 10];
  if (ones === 1 && tens !== 11) return `${count} ${one}`;
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? `${count} ${few}` : `${count} ${many}`;
}
