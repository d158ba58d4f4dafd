/**
 * No letter carries more combining marks than this in a row (Unicode's stream-safe form). Bringing them into order
 * costs the square of their number, so that a longer row is no text but an attack.
 */
const MAX_MARKS = 30;
const MARK = /\p{M}/u;
/** Below it no character is a mark. */
const FIRST_MARK = 0x300;

function isOverloaded(text: string): boolean {
  let marks = 0;
  // Stryker disable next-line EqualityOperator: it only saves time.
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A low surrogate belongs to the character before it.
    // Stryker disable next-line EqualityOperator: it only saves time.
    if (unit >= 0xdc00 && unit <= 0xdfff) continue;
    marks = unit >= FIRST_MARK && isMark(unit, text, at) ? marks + 1 : 0;
    if (marks > MAX_MARKS) return true;
  }
  return false;
}

/** Blocks of combining marks alone, or without any, need no closer look. */
const MARKS_UNTIL = 0x36f;
const WITHOUT_MARKS = [
  [0x370, 0x482],
  [0x48a, 0x58f],
  [0x2000, 0x20cf],
  [0x2100, 0x2cee],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  // High surrogates of the planes that contain emoji.
  [0xd83c, 0xd83f],
] as const;

function isMark(unit: number, text: string, at: number): boolean {
  // Stryker disable next-line ConditionalExpression,EqualityOperator: it only saves time.
  if (unit <= MARKS_UNTIL) return true;
  // Stryker disable next-line ConditionalExpression,MethodExpression,ArrowFunction,EqualityOperator: it only saves time.
  if (WITHOUT_MARKS.some(([from, to]) => unit >= from && unit <= to)) return false;
  return MARK.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

/** Longer texts are normalized in pieces that yield to the event loop. */
const PIECE = 64 * 1024;
/** The cost of visiting one value besides its letters, in letters. */
const LOOK = 16;
/** No text goes on for so long without a space, a sign or a plain letter. */
const UNBROKEN = 8 * 1024;

/** Returns whether a piece may begin here: nothing after it changes what precedes it. */
function isBoundary(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < FIRST_MARK || WITHOUT_MARKS.some(([from, to]) => unit >= from && unit <= to);
}

/** Where the piece that begins here ends; null where no text would go on for so long. */
function endOfPiece(text: string, from: number): number | null {
  // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: it only saves time.
  if (text.length - from <= PIECE) return text.length;
  for (let at = from + PIECE; at < from + PIECE + UNBROKEN; at += 1) {
    if (at >= text.length) return text.length;
    if (isBoundary(text, at)) return at;
  }
  return null;
}

/** The same as normalText; yields after each piece of a long text, so that the caller can give way to others. */
function* normalizingText(text: string): Generator<undefined, string | null> {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = endOfPiece(text, from);
    // Stryker disable next-line ConditionalExpression: another condition refuses it too.
    const piece = end === null ? null : text.slice(from, end);
    // Stryker disable next-line LogicalOperator,ConditionalExpression: another condition refuses it too.
    if (end === null || piece === null || isOverloaded(piece)) return null;
    pieces.push(piece.normalize('NFC'));
    from = end;
    if (from < text.length) yield;
  }
  return pieces.join('');
}

function driven<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * The text in normal form C: a letter with its marks is one character on every system. Null for text that is not valid.
 * The time is linear for any input.
 */
export function normalText(text: string): string | null {
  return driven(normalizingText(text));
}

/**
 * Normalizes every text within a value in place, yielding now and then. Returns the paths ("a.0.b") of the first
 * invalid texts.
 */
export function* normalizingTexts(data: unknown, limit = 20): Generator<undefined, string[]> {
  const wrong: string[] = [];
  const waiting: { part: unknown; at: string }[] = [{ part: data, at: '' }];
  let looked = 0;
  for (let next = waiting.pop(); next !== undefined && wrong.length < limit; next = waiting.pop()) {
    const { part, at } = next;
    if (typeof part !== 'object' || part === null) continue;
    const holder = part as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const value = holder[key];
      // Stryker disable next-line ConditionalExpression: it only saves time.
      if (typeof value === 'object') waiting.push({ part: value, at: at ? `${at}.${key}` : key });
      if (typeof value === 'string') {
        const normal = yield* normalizingText(value);
        if (normal === null) wrong.push(at ? `${at}.${key}` : key);
        else holder[key] = normal;
        looked += value.length;
      }
      // Invalid text takes its time too.
      looked += key.length + LOOK;
      if (looked < PIECE) continue;
      looked = 0;
      yield;
    }
  }
  return wrong;
}

/** The same without yielding, for short input. */
export function normalizeTexts(data: unknown, limit?: number): string[] {
  return driven(normalizingTexts(data, limit));
}
