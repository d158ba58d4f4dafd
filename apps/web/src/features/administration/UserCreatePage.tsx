import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { can } from '@pimis/domain/access/policies';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { LOGIN_MAX, loginStem } from '@pimis/domain/text/login';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { LeaveQuestion } from '../../ui/LeaveQuestion.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Lookup } from '../../ui/Lookup.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useStillHere } from '../../ui/use-still-here.ts';
import { FoundInput } from '../editing/FoundInput.tsx';
import { useKeptState } from '../editing/kept-input.ts';
import { availableRolesQuery, loginQuery, singleAnswer } from './api.ts';
import { NEW_USER, problemsOf, sentOf, userFieldLabel, type UserValues } from './user-form.ts';
import { UserFields } from './UserFields.tsx';

const PREVIEW_DELAY_MS = 400;
/** The organization is the own one until another is chosen. */
const NEW_ACCOUNT = { ...NEW_USER, organizationId: '', organizationName: '', notifyUser: true };

/** Creates a user, for users who may. */
export function UserCreatePage() {
  const { status } = useText();
  const user = useUser();
  return can(user, 'user.manage') ? <CreateForm /> : <Empty page title={status('InvalidUserPermission')} />;
}

/** The login of the new user: derived from the name, or typed. */
function LoginChoice({
  values,
  problem,
  onChange,
}: {
  values: UserValues;
  problem: string | undefined;
  onChange: (change: Partial<UserValues>) => void;
}) {
  const { t } = useText();
  const [name] = useDebouncedValue(values.name.trim(), PREVIEW_DELAY_MS);
  const { data: proposed } = useQuery({
    ...loginQuery(name),
    enabled: values.loginAuto && loginStem(name) !== null,
  });
  return (
    <div className="whole">
      <Checkbox
        label={t('administration.users.loginAuto')}
        checked={values.loginAuto}
        onChange={(event) => onChange({ loginAuto: event.currentTarget.checked, login: proposed ?? '' })}
      />
      {values.loginAuto ? (
        <p className="meta" role="status" style={{ minHeight: 20, marginTop: 4 }}>
          {proposed && loginStem(name) !== null ? t('administration.users.loginPreview', { login: proposed }) : ''}
        </p>
      ) : (
        <TextInput
          mt={8}
          label={t('administration.users.login')}
          description={t('administration.users.loginHint')}
          required
          value={values.login}
          onChange={(event) => onChange({ login: event.currentTarget.value })}
          error={problem}
          maxLength={LOGIN_MAX}
          autoComplete="off"
        />
      )}
    </div>
  );
}

/** The organization of the new user, for those who may make accounts in every organization. */
function OrganizationChoice({
  shown,
  onPick,
}: {
  shown: string;
  onPick: (organization: { id: string; name: string } | null) => void;
}) {
  const { t, data } = useText();
  return (
    <Lookup
      kind="registered-organizations"
      label={t('administration.users.organization')}
      shown={shown}
      minCharacters={1}
      search={async (typed) => {
        const query = { 'filter[search]': typed, 'filter[status]': String(ORGANIZATION_STATUS.approved) };
        return (await call('GET /security/organizations', { query })).payload;
      }}
      rowKey={(row) => row.id}
      rowText={(row) => `${row.id} · ${data(row.name)}`}
      onPick={(row) => onPick(row ?? null)}
    />
  );
}

function CreateForm() {
  const text = useText();
  const { t, data } = text;
  const user = useUser();
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped, kept] = useKeptState('new-user', NEW_ACCOUNT);
  const everywhere = can(user, 'user.manage', { organizationId: '' }) && can(user, 'organization.view');
  const isElsewhere = everywhere && typed.organizationId !== '';
  const organizationId = isElsewhere ? typed.organizationId : user.organizationId;
  const { data: offered } = useQuery(availableRolesQuery(organizationId));
  // If the user may not give the usual role, they must choose one.
  const values = offered?.some(({ id }) => id === typed.roleId) === false ? { ...typed, roleId: 0 } : typed;
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  /** The next screen may still be on its way. */
  const [saved, setSaved] = useState(false);
  const problems = problemsOf(values, text);
  const change = (part: Partial<typeof NEW_ACCOUNT>) => setTyped((before) => ({ ...before, ...part }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      const login = values.loginAuto ? null : values.login.trim();
      const { payload } = await call('POST /security/users', {
        body: [{ ...sentOf(values), login, organizationId, notifyUser: typed.notifyUser }],
      });
      const { user: created } = singleAnswer(payload);
      setSaved(true);
      kept.saved();
      await client.invalidateQueries({ queryKey: ['users'] });
      notifySuccess(t('administration.users.createdDone', { login: created.login }));
      if (!isStillHere()) return;
      await navigate({ to: '/administration/user/$login', params: { login: created.login }, ignoreBlocker: true });
    } catch (failure) {
      notifyFailure(failure, text, userFieldLabel(text));
      form.current?.scrollIntoView();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div style={{ maxWidth: 820 }}>
      <LeaveQuestion unsaved={!saved && JSON.stringify(typed) !== JSON.stringify(NEW_ACCOUNT)} />
      <div className="page-head">
        <h1>{t('administration.users.createTitle')}</h1>
      </div>
      <FoundInput {...kept} />
      <form
        ref={form}
        className="panel"
        style={{ padding: 20 }}
        onSubmit={(event) => void submit(event)}
        noValidate
        inert={busy}
      >
        <UserFields
          values={values}
          problems={tried ? problems : {}}
          onChange={change}
          organizationId={organizationId}
          login={
            <>
              {everywhere && (
                <OrganizationChoice
                  shown={isElsewhere ? `${organizationId} · ${data(typed.organizationName)}` : user.organizationId}
                  onPick={(picked) =>
                    change({
                      organizationId: picked?.id ?? '',
                      organizationName: picked?.name ?? '',
                      // Another organization may have other roles.
                      roleId: NEW_USER.roleId,
                    })
                  }
                />
              )}
              <LoginChoice values={values} problem={tried ? problems.login : undefined} onChange={change} />
            </>
          }
        />
        <Checkbox
          mt={16}
          label={t('administration.users.notify')}
          checked={typed.notifyUser}
          onChange={(event) => change({ notifyUser: event.currentTarget.checked })}
        />
        <Button type="submit" loading={busy} mt={16}>
          {t('administration.users.create')}
        </Button>
      </form>
    </div>
  );
}
