/** Browser names in user agents. The order counts, because many contain other names. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS|e)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const PROGRAM_LENGTH = 40;

const named = (agent: string, table: readonly (readonly [RegExp, string])[]) =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

/** „Firefox, Windows“ of a User-Agent header; the name of a program that is no browser; empty when it says nothing. */
export function describeUserAgent(agent: string): string {
  const known = [named(agent, BROWSERS), named(agent, SYSTEMS)].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(', ') : (/^[^\s/]+/.exec(agent)?.[0] ?? '').slice(0, PROGRAM_LENGTH);
}
