import type { FastifyInstance } from 'fastify';
import { ApiError, invalidFields } from './errors.ts';

/** More than any form of the catalogue holds; what a text of brackets and commas costs grows with their number. */
const MAX_VALUES = 40_000;
const MAX_DEPTH = 64;
const LARGE = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** Where the text that begins at the quote ends: at its closing quote, or with the whole. */
function endOfText(json: string, quote: number): number {
  for (let at = json.indexOf('"', quote + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return json.length;
}

/** Refuses, before it is read, a text of more values or greater depth than any call holds. */
function boundJson(json: string, field: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(json, at);
    else if (unit === COMMA) values += 1;
    else if (OPENING.includes(unit)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.includes(unit)) depth -= 1;
    if (values > MAX_VALUES) throw new ApiError('PayloadTooLarge');
    if (depth > MAX_DEPTH) throw invalidFields({ [field]: 'TooDeep' });
  }
}

/** What a JSON text says. Errors: PayloadTooLarge, ValidationError on the field it came in, SyntaxError. */
export function parseJson(json: string, field: string): unknown {
  boundJson(json, field);
  return JSON.parse(json) as unknown;
}

/** Bodies of calls are read within the same bounds. */
export function installJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      boundJson(body as string, '');
    } catch (error) {
      done(error as ApiError);
      return;
    }
    void parse(request, body as string, (error, value) => {
      // What comes next looks at every letter too: others have their turn between the two.
      if (body.length > LARGE) setImmediate(() => done(error, value));
      else done(error, value);
    });
  });
}
