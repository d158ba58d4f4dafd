const CODE = /^[A-Za-z0-9_-]{3,20}$/;
const NAME_LETTERS = 5;

export const NAME_MAX = 512;

/** Returns whether a text is a valid working name. */
export function isProjectCode(code: string): boolean {
  return CODE.test(code);
}

/** Returns whether a text is a valid project name. */
export function isProjectName(name: string): boolean {
  return (name.match(/\p{L}/gu)?.length ?? 0) >= NAME_LETTERS && name.length <= NAME_MAX;
}
