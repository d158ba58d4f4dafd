import type { TSchema } from 'typebox';
import { ONE_LINE } from '@pimis/domain/text/one-line';
import { PROJECT_CODE_PATTERN } from '@pimis/domain/projects/project-code';
import { cleanLine } from '@pimis/domain/text/unseen';

/** The parts of a schema that matter here. */
interface Part {
  pattern?: string;
  properties?: Record<string, Part>;
  items?: Part;
  anyOf?: readonly Part[];
}

/** Patterns of names, titles and codes. */
const LINES: readonly (string | undefined)[] = [ONE_LINE, PROJECT_CODE_PATTERN];

const withLines = new WeakMap<object, boolean>();

function hasLines(part: Part): boolean {
  const known = withLines.get(part);
  if (known !== undefined) return known;
  // A schema within itself adds nothing.
  withLines.set(part, false);
  const parts = [...Object.values(part.properties ?? {}), ...(part.items ? [part.items] : []), ...(part.anyOf ?? [])];
  const found = LINES.includes(part.pattern) || parts.some(hasLines);
  withLines.set(part, found);
  return found;
}

/** Longer texts are refused: no name is so long. */
const MOST = 4000;

function cleaned(part: Part, value: unknown): unknown {
  if (!hasLines(part)) return value;
  let result = value;
  for (const one of part.anyOf ?? []) result = cleaned(one, result);
  if (typeof result === 'string') {
    const isLine = LINES.includes(part.pattern) && result.length <= MOST;
    // A text of invisible characters is kept, so that the rule of its field reports it as empty.
    return isLine ? cleanLine(result) || result : result;
  }
  if (Array.isArray(result)) {
    for (const [index, item] of result.entries()) result[index] = cleaned(part.items ?? {}, item);
  } else if (typeof result === 'object' && result !== null) {
    const holder = result as Record<string, unknown>;
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (Object.hasOwn(holder, name)) holder[name] = cleaned(property, holder[name]);
    }
  }
  return result;
}

/**
 * Cleans names, titles and codes of a received body in place (cleanLine of the domain), before it is checked, so that
 * stored texts contain only visible characters.
 */
export function cleanLines(schema: TSchema, body: unknown): void {
  cleaned(schema, body);
}
