import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '@pimis/domain/access/policies';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { LeaveQuestion } from '../../ui/LeaveQuestion.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { useStillHere } from '../../ui/use-still-here.ts';
import { roleFieldLabel, RoleFields, roleProblems, type RoleValues } from './RoleFields.tsx';
import { FoundInput } from '../editing/FoundInput.tsx';
import { useKeptInput, useVisit } from '../editing/kept-input.ts';
import { useEditing } from '../editing/use-editing.ts';

const NEW_ROLE: RoleValues = { name: '', description: '', claims: [] };

/** Creates a role, for users who may. */
export function RoleCreatePage() {
  const { status } = useText();
  const user = useUser();
  return can(user, 'role.manage') ? <CreateForm /> : <Empty page title={status('Forbidden')} />;
}

function CreateForm() {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const client = useQueryClient();
  /** The next screen may still be on its way. */
  const [saved, setSaved] = useState(false);
  const visit = useVisit('new-role', NEW_ROLE);
  const { values, problems, busy, changed, change, submit } = useEditing<RoleValues>({
    start: () => NEW_ROLE,
    begun: visit.left?.input,
    problemsOf: (typed) => roleProblems(typed, text),
    label: roleFieldLabel(text),
    save: async (typed) => {
      const { payload } = await call('POST /security/roles', { body: typed });
      setSaved(true);
      kept.saved();
      await client.invalidateQueries({ queryKey: ['roles'] });
      notifySuccess(t('administration.roles.createdDone'));
      if (!isStillHere()) return;
      await navigate({
        to: '/administration/role/$roleId',
        params: { roleId: String(payload.id) },
        ignoreBlocker: true,
      });
    },
  });
  const kept = useKeptInput(visit, changed ? values : undefined);
  return (
    <div style={{ maxWidth: 980 }}>
      <LeaveQuestion unsaved={changed && !saved} />
      <div className="page-head">
        <h1>{t('administration.roles.create')}</h1>
      </div>
      <FoundInput isFound={kept.isFound} drop={() => change(NEW_ROLE)} />
      <form className="panel" style={{ padding: 20 }} onSubmit={submit} noValidate inert={busy}>
        <RoleFields values={values} problems={problems} onChange={change} />
        <Button type="submit" loading={busy} mt={16}>
          {t('common.save')}
        </Button>
      </form>
    </div>
  );
}
