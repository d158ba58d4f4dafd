import { ROLE } from '@pimis/domain/constants';
import type { UserDetails } from '@pimis/contract/users';
import { emailProblem } from '@pimis/domain/text/email';
import { LOGIN_PATTERN, NEW_LOGIN_PATTERN } from '@pimis/domain/text/login';
import { readPhone } from '@pimis/domain/text/phone';
import { isBlank } from '@pimis/domain/text/blank';
import type { Text } from '../../i18n/use-text.ts';

export interface UserValues {
  name: string;
  email: string;
  phoneNumber: string;
  /** Ignored while `loginAuto` is on: the server derives the login from the name. */
  login: string;
  loginAuto: boolean;
  loginAd: string;
  roleId: number;
  tags: string[];
}

const LOGIN = new RegExp(LOGIN_PATTERN);
const NEW_LOGIN = new RegExp(NEW_LOGIN_PATTERN);

export const NEW_USER: UserValues = {
  name: '',
  email: '',
  phoneNumber: '',
  login: '',
  loginAuto: true,
  loginAd: '',
  roleId: ROLE.localUser,
  tags: [],
};

export function valuesOf(user: UserDetails): UserValues {
  return {
    name: user.name,
    email: user.email,
    phoneNumber: user.phoneNumber ?? '',
    login: user.login,
    loginAuto: false,
    loginAd: user.loginAd ?? '',
    roleId: user.roleId,
    tags: user.tags,
  };
}

export type UserProblems = Partial<Record<keyof UserValues, string>>;

/** Errors of the input, by field. */
export function problemsOf(values: UserValues, { t, status }: Text): UserProblems {
  const problems: UserProblems = {};
  const login = values.login.trim();
  if (isBlank(values.name)) problems.name = t('common.required');
  const email = emailProblem(values.email.trim());
  if (email) problems.email = email === 'HiddenCharacter' ? status(email) : t('security.profile.emailRequired');
  if (!isBlank(values.phoneNumber) && readPhone(values.phoneNumber) === null)
    problems.phoneNumber = t('administration.users.phoneInvalid');
  if (!values.loginAuto && !NEW_LOGIN.test(login)) problems.login = t('login.invalidNewName');
  if (values.loginAd.trim() !== '' && !LOGIN.test(values.loginAd.trim())) problems.loginAd = t('login.invalidName');
  if (values.roleId === 0) problems.roleId = status('ClaimRequired');
  return problems;
}

/** The values as the calls take them. */
export function sentOf(values: UserValues) {
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    phoneNumber: readPhone(values.phoneNumber),
    loginAd: values.loginAd.trim() || null,
    roleId: values.roleId,
    tags: values.tags,
  };
}

export function userFieldLabel({ t }: Text): (field: string) => string | undefined {
  const labels: Record<string, string> = {
    name: t('administration.users.name'),
    email: t('administration.users.email'),
    phoneNumber: t('administration.users.phone'),
    login: t('administration.users.login'),
    loginAd: t('administration.users.loginAd'),
    roleId: t('administration.users.role'),
    tags: t('administration.users.tags'),
    organizationId: t('administration.users.organization'),
    modifiedComments: t('administration.users.revokeReason'),
  };
  return (field) => labels[field.split('.').at(-1) ?? ''];
}
