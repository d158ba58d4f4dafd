/** Names of refused passwords with an explanation (specification, "Validation rules"). */
const PASSWORD_PROBLEMS = [
  'PasswordLength8',
  'PasswordLength12',
  'PasswordDigit',
  'PasswordUpperCase',
  'PasswordSymbol',
  'PasswordConfirmation',
  'InvalidUserPassword',
] as const;
export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number];

export function isPasswordProblem(code: string): code is PasswordProblem {
  return PASSWORD_PROBLEMS.some((known) => known === code);
}
