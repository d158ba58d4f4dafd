const CODE = /^[A-Za-z0-9_-]{3,20}$/;

/** Returns whether a text is a valid working name. */
export function isProjectCode(code: string): boolean {
  return CODE.test(code);
}
