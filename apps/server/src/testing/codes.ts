let counter = 0;

/** Each file has a database of its own and the same codes in it, whichever file its worker ran before. */
export function countCodesAnew(): void {
  counter = 0;
}

/** A code that no other project of the file has. */
export function newCode(prefix = 'TEST'): string {
  counter += 1;
  return `${prefix}-${counter}`;
}
