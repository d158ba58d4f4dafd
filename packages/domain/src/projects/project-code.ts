/**
 * A project's working name (`code`): Latin letters, digits, hyphen and underscore (specification, "Validation rules").
 */
export const PROJECT_CODE_MAX = 20;
export const PROJECT_CODE_PATTERN = `^[A-Za-z0-9_-]{3,${PROJECT_CODE_MAX}}$`;

const PATTERN = new RegExp(PROJECT_CODE_PATTERN);

export function isProjectCode(code: string): boolean {
  return PATTERN.test(code);
}
