import { Button, TextInput } from '@mantine/core';
import { can } from '@pimis/domain/access/policies';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { renamingRefusal } from '@pimis/domain/projects/renaming';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { ApiFailure, call } from '../../../api/client.ts';
import { projectsMoved } from '../../../api/project-moved.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { FoundInput } from '../../editing/FoundInput.tsx';
import { useKeptState } from '../../editing/kept-input.ts';
import { projectQuery } from '../api.ts';
import { Publicity } from './Publicity.tsx';
import { isProjectCode, PROJECT_CODE_MAX } from '@pimis/domain/projects/project-code';
import { pasteCode } from '../paste-code.ts';
import { isProjectName, PROJECT_NAME_MAX } from '@pimis/domain/projects/project-name';

/** Name and working name of a project; for administrators, whether the public may know it. */
export function Settings({ project }: { project: Project }) {
  const user = useUser();
  const isNameable = project.rights.settings && !renamingRefusal({ ...project, migrated: project.projectMigrated });
  // Typed text stays in the fields when the project changes its state.
  const [wasNameable, setWasNameable] = useState(isNameable);
  if (isNameable && !wasNameable) setWasNameable(true);
  return (
    <>
      {wasNameable ? <Naming project={project} editable={isNameable} /> : <FixedNames project={project} />}
      {can(user, 'project.withhold') && <Publicity project={project} />}
    </>
  );
}

/**
 * The URL of the open page under the new code; null if it is not a page of the project. The URL may contain the code in
 * small letters, and may be one of the archive.
 */
function renamedAddress(pathname: string, former: string, code: string): string | null {
  const [, base = '', named = '', ...page] = pathname.split('/');
  if (!/^projects(-archived)?$/.test(base) || named.toLowerCase() !== former.toLowerCase()) return null;
  return ['', base, code, ...page].join('/');
}

/** Name and working name of a project that this user may not name. */
function FixedNames({ project }: { project: Project }) {
  const { t } = useText();
  return (
    <div style={{ maxWidth: 620 }}>
      <TextInput label={t('projects.create.name')} value={project.name} readOnly mb={12} />
      <TextInput label={t('projects.create.code')} value={project.code} readOnly mb={12} />
      <FixedReason project={project} />
    </div>
  );
}

function FixedReason({ project }: { project: Project }) {
  const { t } = useText();
  const reason = project.status === PROJECT_STATUS.archived ? 'archived' : 'readOnly';
  return <p className="meta">{t(`projects.page.settings.${reason}`)}</p>;
}

interface TypedNames {
  /** Null while the user has not changed it; then it follows the project, which a colleague may change. */
  name: string | null;
  code: string | null;
  /** The name shown when the user began to type, so that a colleague's later change is not replaced unseen. */
  seen: string | null;
}
const NOTHING_TYPED: TypedNames = { name: null, code: null, seen: null };

/** Name and working name of a project that is or was, on this screen, in entry of its first phase. */
function Naming({ project, editable }: { project: Project; editable: boolean }) {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  const router = useRouter();
  const client = useQueryClient();
  const [typed, setTyped, kept] = useKeptState(`names/${project.id}`, NOTHING_TYPED);
  const name = typed.name ?? project.name;
  const code = typed.code ?? project.code;
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  const codeError =
    taken === code
      ? text.status('TranExistsProjectCode')
      : tried && !isProjectCode(code)
        ? t('projects.create.codeInvalid')
        : undefined;
  const changed = name !== project.name || code !== project.code;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || !isProjectName(name) || !isProjectCode(code)) return;
    setBusy(true);
    try {
      const { payload } = await call('PUT /projects/:projectCode', {
        params: { projectCode: project.code },
        body: { name: name.trim(), code, expected: { name: typed.seen ?? project.name } },
      });
      kept.saved();
      notifySuccess(t('projects.page.settings.saved'));
      // The page continues under the new code and keeps other input.
      client.setQueryData(projectQuery(payload.code).queryKey, payload);
      // Users who have gone to another page meanwhile stay there, also on another page of the project.
      const to = renamedAddress(router.latestLocation.pathname, project.code, payload.code);
      if (to !== null) await navigate({ to, search: true, ignoreBlocker: true });
      if (payload.code !== project.code) {
        for (const kind of ['project', 'form']) client.removeQueries({ queryKey: [kind, project.code] });
      }
      // The name is shown in the page's head, in lists, and in the idea.
      await projectsMoved(client, [payload.code]);
      setTyped(NOTHING_TYPED);
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.problemOf('code') === 'TranExistsProjectCode') setTaken(code);
      else notifyFailure(failure, text);
      if (failure instanceof ApiFailure && failure.name === 'RecordConflict') {
        // The page's head shows the colleague's name before this one is sent again.
        await projectsMoved(client, [project.code]);
        setTyped((before) => ({ ...before, seen: null }));
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate style={{ maxWidth: 620 }} inert={busy}>
      <LeaveQuestion unsaved={changed} />
      <FoundInput {...kept} />
      <TextInput
        label={t('projects.create.name')}
        value={name}
        readOnly={!editable}
        onChange={({ currentTarget: { value } }) =>
          setTyped((before) => ({ ...before, name: value, seen: before.seen ?? project.name }))
        }
        error={tried && !isProjectName(name) ? t('projects.create.nameInvalid') : undefined}
        mb={12}
        maxLength={PROJECT_NAME_MAX}
      />
      <TextInput
        label={t('projects.create.code')}
        value={code}
        readOnly={!editable}
        onChange={({ currentTarget: { value } }) =>
          setTyped((before) => ({ ...before, code: value.replaceAll(' ', '-') }))
        }
        onPaste={(event) =>
          editable && pasteCode(event, (pasted) => setTyped((before) => ({ ...before, code: pasted })))
        }
        error={codeError}
        mb={12}
        maxLength={PROJECT_CODE_MAX}
      />
      {editable ? (
        <Button type="submit" loading={busy} disabled={!changed}>
          {t('common.save')}
        </Button>
      ) : (
        <FixedReason project={project} />
      )}
    </form>
  );
}
