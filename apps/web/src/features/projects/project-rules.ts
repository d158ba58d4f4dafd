const CODE = /^[A-Za-z0-9_-]{3,20}$/;
const NAME_LETTERS = 5;

export const NAME_MAX = 512;

/** May this be the working name of a project? */
export function isProjectCode(code: string): boolean {
  return CODE.test(code);
}

/** May this be the name of a project? */
export function isProjectName(name: string): boolean {
  return (name.match(/\p{L}/gu)?.length ?? 0) >= NAME_LETTERS && name.length <= NAME_MAX;
}
