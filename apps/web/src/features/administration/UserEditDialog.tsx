import type { UserDetails } from '@pimis/contract/users';
import { roleText } from '@pimis/domain/access/role-text';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { singleAnswer } from './api.ts';
import { EditDialog } from '../editing/EditDialog.tsx';
import { problemsOf, sentOf, userFieldLabel, type UserProblems, type UserValues, valuesOf } from './user-form.ts';
import { UserFields } from './UserFields.tsx';

/** Changes a user. If somebody else has saved a change meanwhile, the user's input is rebased on it. */
export function UserEditDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const viewer = useUser();
  const stored = valuesOf(user);
  const valueText = (field: keyof UserValues): string => {
    if (field === 'roleId') return roleText(user.roleDescription, text);
    return text.data(String(stored[field]));
  };
  return (
    <EditDialog
      title={t('administration.users.editTitle')}
      place={`user/${user.login}`}
      width="compare"
      saved={t('administration.users.saved')}
      queryKey={['users']}
      onClose={onClose}
      stored={stored}
      revision={user.modifiedDate}
      valueText={valueText}
      problemsOf={(values: UserValues): UserProblems => {
        // The login does not change, so one in an old format is valid.
        const { login: _, ...problems } = problemsOf(values, text);
        return problems;
      }}
      label={userFieldLabel(text)}
      save={async (values, modifiedDate) => {
        const change = { ...sentOf(values), login: user.login, modifiedDate };
        singleAnswer((await call('PUT /security/users', { body: [change] })).payload);
      }}
    >
      {({ values, problems, change }) => (
        <UserFields
          values={values}
          problems={problems}
          onChange={change}
          organizationId={user.organizationId}
          present={{ id: user.roleId, description: user.roleDescription }}
          own={user.id === viewer.id}
        />
      )}
    </EditDialog>
  );
}
