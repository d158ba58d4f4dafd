import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizingTexts } from '@pimis/domain/text/normal';
import { ApiError, invalidFields } from '../errors.ts';
import { runInSlices, yieldToEventLoop } from '../process/yield-to-event-loop.ts';

/**
 * More values than any form of the catalogue has; the cost of a text of brackets and commas grows with their number.
 */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 64;
/** More names than any object has; the refusal names each unknown one. */
const MAX_NAMES = 1_000;
const LARGE = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** The characters that matter; the reader skips the rest. */
const COUNTED = /["[\]{},]/g;

/** Returns the position of the closing quote of a text, or the end of the input. */
function endOfText(json: string, quote: number): number {
  for (let at = json.indexOf('"', quote + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return json.length;
}

/**
 * Refuses, before it is parsed, a text with more values, more names in one object or greater depth than any call has.
 */
function boundJson(json: string, field: string): void {
  /** The number of names in each open object; elements of arrays do not count. */
  const open: { named: boolean; parts: number }[] = [];
  let values = 1;
  COUNTED.lastIndex = 0;
  for (let found = COUNTED.exec(json); found !== null; found = COUNTED.exec(json)) {
    const unit = json.charCodeAt(found.index);
    const inner = open.at(-1);
    if (unit === QUOTE) COUNTED.lastIndex = endOfText(json, found.index) + 1;
    else if (unit === COMMA) {
      values += 1;
      if (inner) inner.parts += 1;
      if (inner?.named && inner.parts > MAX_NAMES) throw new ApiError('PayloadTooLarge');
    } else if (found[0] === '[' || found[0] === '{') {
      values += 1;
      open.push({ named: found[0] === '{', parts: 1 });
    } else open.pop();
    if (values > MAX_VALUES) throw new ApiError('PayloadTooLarge');
    if (open.length > MAX_DEPTH) throw invalidFields({ [field]: 'TooDeep' });
  }
}

/** Normalizes the texts of a received value. Error: ValidationError for invalid text. */
async function normalized(value: unknown): Promise<unknown> {
  const wrong = await runInSlices(normalizingTexts(value));
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong.map((at) => [at, 'InvalidField'])));
  return value;
}

/**
 * Parses JSON and normalizes its texts; it yields to the event loop. Errors: PayloadTooLarge, ValidationError for a
 * field or an invalid text, SyntaxError.
 */
export async function parseJson(json: string, field: string): Promise<unknown> {
  boundJson(json, field);
  if (json.length > LARGE) await yieldToEventLoop();
  const value = JSON.parse(json) as unknown;
  if (json.length > LARGE) await yieldToEventLoop();
  return normalized(value);
}

/** Bodies of calls have the same limits. */
export function installJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, json: string) => {
    boundJson(json, '');
    if (json.length > LARGE) await yieldToEventLoop();
    const value = await new Promise<unknown>((resolve, reject) => {
      void parse(request, json, (error, parsed) => (error ? reject(error) : resolve(parsed)));
    });
    if (json.length > LARGE) await yieldToEventLoop();
    return normalized(value);
  });
}
