let counter = 0;

/** Called for each file, so that its codes do not depend on the files that its worker ran before. */
export function countCodesAnew(): void {
  counter = 0;
}

/** A code that no other project of the file has. */
export function newCode(prefix = 'TEST'): string {
  counter += 1;
  return `${prefix}-${counter}`;
}
