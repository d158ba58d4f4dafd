import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CLAIM_TYPE } from '@pimis/domain/access/claims';
import { ROLE_DESCRIPTION_LENGTH, ROLE_NAME_LENGTH } from '@pimis/domain/constants';
import { isBlank } from '@pimis/domain/text/blank';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { claimsQuery } from './api.ts';
import { grouped } from './claim-groups.ts';
import { claimText } from './role-text.ts';
import './administration.css';

export interface RoleValues {
  name: string;
  description: string;
  claims: string[];
}

type RoleProblems = Partial<Record<keyof RoleValues, string>>;

export function roleProblems(values: RoleValues, { t, status }: Text): RoleProblems {
  return {
    ...(isBlank(values.name) ? { name: t('common.required') } : {}),
    ...(isBlank(values.description) ? { description: t('common.required') } : {}),
    ...(values.claims.length === 0 ? { claims: status('ClaimRequired') } : {}),
  };
}

export function roleFieldLabel({ t }: Text): (field: string) => string | undefined {
  const labels: Record<string, string> = {
    name: t('administration.roles.name'),
    description: t('administration.roles.description'),
    claims: t('administration.roles.claims'),
  };
  return (field) => labels[field];
}

/** Name, description and claims of a role; the claims are those that the user may give. */
export function RoleFields({
  values,
  problems,
  onChange,
}: {
  values: RoleValues;
  problems: RoleProblems;
  onChange: (change: Partial<RoleValues>) => void;
}) {
  const text = useText();
  const { t } = text;
  const { data: claims, error, refetch } = useQuery(claimsQuery);
  return (
    <>
      <div className="admin-form" style={{ marginBottom: 16 }}>
        <TextInput
          label={t('administration.roles.name')}
          required
          maxLength={ROLE_NAME_LENGTH}
          value={values.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={problems.name}
        />
        <TextInput
          label={t('administration.roles.description')}
          required
          maxLength={ROLE_DESCRIPTION_LENGTH}
          value={values.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
          error={problems.description}
        />
      </div>
      {!claims && !error && <Waiting />}
      {!claims && error && <Failed error={error} onRetry={() => void refetch()} />}
      {claims && (
        <Checkbox.Group
          label={t('administration.roles.claims')}
          description={`${t('administration.roles.claimsHint')} ${t('administration.roles.claimsChosen', { count: values.claims.length })}`}
          error={problems.claims}
          value={values.claims}
          onChange={(chosen) => onChange({ claims: chosen })}
        >
          <div className="claim-groups" style={{ marginTop: 8 }}>
            {grouped(claims, ({ name }) => name).map(([group, members]) => (
              <fieldset key={group}>
                <legend className="strong">{t(`administration.roles.groups.${group}`)}</legend>
                {members.map(({ name, type }) => (
                  <Checkbox
                    key={name}
                    value={name}
                    mt={6}
                    label={claimText(name, text)}
                    description={type === CLAIM_TYPE.adminOnly ? t('administration.roles.adminOnly') : undefined}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
