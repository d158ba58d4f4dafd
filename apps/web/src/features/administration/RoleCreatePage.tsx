import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { can } from '@pimis/domain/access/policies';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { roleFieldLabel, RoleFields, roleProblems, type RoleValues } from './RoleFields.tsx';

/** A new role, for whoever may make one. */
export function RoleCreatePage() {
  const { status } = useText();
  const user = useUser();
  return can(user, 'role.manage') ? <CreateForm /> : <Empty page title={status('Forbidden')} />;
}

function CreateForm() {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [values, setValues] = useState<RoleValues>({ name: '', description: '', claims: [] });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const problems = roleProblems(values, text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      const { payload } = await call('POST /security/roles', { body: values });
      await client.invalidateQueries({ queryKey: ['roles'] });
      notifySuccess(t('administration.roles.createdDone'));
      await navigate({ to: '/administration/role/$roleId', params: { roleId: String(payload.id) } });
    } catch (failure) {
      notifyFailure(failure, text, roleFieldLabel(text));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div style={{ maxWidth: 980 }}>
      <div className="page-head">
        <h1>{t('administration.roles.create')}</h1>
      </div>
      <form className="panel" style={{ padding: 20 }} onSubmit={(event) => void submit(event)} noValidate>
        <RoleFields
          values={values}
          problems={tried ? problems : {}}
          onChange={(part) => setValues((before) => ({ ...before, ...part }))}
        />
        <Button type="submit" loading={busy} mt={16}>
          {t('common.save')}
        </Button>
      </form>
    </div>
  );
}
