/** Steps into the values: names of objects, 0-based rows of tables. */
export type Path = readonly (string | number)[];

/**
 * "financialInfo.fundingSources[2].localAmount": the name of a place with rows counted from 1, as in validation
 * results.
 */
export function pathName(path: Path): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${step + 1}]`;
    else name += name === '' ? step : `.${step}`;
  }
  return name;
}

/** The path itself and every enclosing path, the outermost first. */
export function placesAround(path: Path): string[] {
  return path.map((_, index) => pathName(path.slice(0, index + 1)));
}

/** "a.b[2].c" as steps into the values. */
export function stepsOf(name: string): Path {
  return name
    .split(/[.[\]]/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) - 1 : part));
}

/** The steps of a field's dotted path below a base. */
export function pathOf(base: Path, dotted: string): Path {
  return [...base, ...dotted.split('.')];
}

export function valueAt(values: unknown, path: Path): unknown {
  let at: unknown = values;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/** A copy with the value at the path replaced; everything else is shared with the old values. */
export function withValue(values: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(values)
    ? [...(values as unknown[])]
    : typeof values === 'object' && values !== null
      ? { ...values }
      : typeof step === 'number'
        ? []
        : {};
  const holder = copy as Record<string | number, unknown>;
  const next = withValue(holder[step], rest, value);
  if (next === undefined && !Array.isArray(copy)) delete holder[step];
  else holder[step] = next;
  return copy;
}
