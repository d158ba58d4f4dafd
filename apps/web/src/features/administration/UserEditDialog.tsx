import { useState } from 'react';
import type { UserDetails } from '@pimis/contract/users';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { singleAnswer } from './api.ts';
import { EditDialog } from './EditDialog.tsx';
import { problemsOf, sentOf, userFieldLabel, type UserProblems, type UserValues, valuesOf } from './user-form.ts';
import { UserFields } from './UserFields.tsx';

/** Changes a user, in the state it was opened in. */
export function UserEditDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const viewer = useUser();
  const [opened] = useState(user.modifiedDate);
  return (
    <EditDialog
      title={t('administration.users.editTitle')}
      width="compare"
      saved={t('administration.users.saved')}
      queryKey={['users']}
      onClose={onClose}
      start={() => valuesOf(user)}
      problemsOf={(values: UserValues): UserProblems => {
        // The login does not change, so an old form of it is valid.
        const { login: _, ...problems } = problemsOf(values, text);
        return problems;
      }}
      label={userFieldLabel(text)}
      save={async (values) => {
        const change = { ...sentOf(values), login: user.login, modifiedDate: opened };
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
