import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { roleText } from '@pimis/domain/access/role-text';
import { USER_TAG_LENGTH, USER_TAGS } from '@pimis/domain/constants';
import { cutText } from '@pimis/domain/text/cut';
import { PHONE_LENGTH } from '@pimis/domain/text/phone';
import { useText } from '../../i18n/use-text.ts';
import { availableRolesQuery } from './api.ts';
import type { UserProblems, UserValues } from './user-form.ts';
import './administration.css';

const MAX_LENGTH = { email: 254, name: 200, phoneNumber: PHONE_LENGTH, loginAd: 32 } as const;

interface UserFieldsProps {
  values: UserValues;
  problems: UserProblems;
  onChange: (change: Partial<UserValues>) => void;
  organizationId: string;
  /** The present role, shown even if the viewer may not give it. */
  present?: { id: number; description: string };
  /** One's own account: others change its role, and its address is changed on the own page. */
  own?: boolean;
  /** How the login is chosen, for a new user. */
  login?: ReactNode;
}

/** The fields of a user, for a new one and for a change. */
export function UserFields(props: UserFieldsProps) {
  const { values, problems, onChange, organizationId, present, own, login } = props;
  const text = useText();
  const { t } = text;
  const { data: offered } = useQuery(availableRolesQuery(organizationId));
  const roles = offered ?? [];
  const listed = present && !roles.some(({ id }) => id === present.id) ? [present, ...roles] : roles;
  const field = (name: 'name' | 'email' | 'phoneNumber' | 'loginAd', label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      required={name === 'name' || name === 'email'}
      value={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      error={problems[name]}
      disabled={own === true && (name === 'email' || name === 'loginAd')}
      {...(own === true && name === 'email' ? { description: t('administration.users.ownEmailHint') } : {})}
      maxLength={MAX_LENGTH[name]}
      autoComplete="off"
    />
  );
  return (
    <div className="admin-form">
      {field('name', t('administration.users.name'))}
      {field('email', t('administration.users.email'), 'email')}
      {login}
      {field('phoneNumber', t('administration.users.phone'), 'tel')}
      {field('loginAd', t('administration.users.loginAd'))}
      <NativeSelect
        label={t('administration.users.role')}
        description={t('administration.users.roleHint')}
        required
        data={[
          ...(values.roleId === 0 ? [{ value: '0', label: '' }] : []),
          ...listed.map(({ id, description }) => ({ value: String(id), label: roleText(description, text) })),
        ]}
        value={String(values.roleId)}
        onChange={(event) => onChange({ roleId: Number(event.currentTarget.value) })}
        error={problems.roleId}
        disabled={own === true}
      />
      <TagsInput
        className="whole"
        label={t('administration.users.tags')}
        description={t('administration.users.tagsHint', { count: USER_TAGS })}
        value={values.tags}
        onChange={(tags) => onChange({ tags: tags.map((tag) => cutText(tag, USER_TAG_LENGTH)) })}
        maxTags={USER_TAGS}
        clearButtonProps={{ 'aria-label': t('common.clearAll') }}
      />
    </div>
  );
}
