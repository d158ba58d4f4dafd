import { Button, Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { can } from '@pimis/domain/access/policies';
import { proposedCode } from '@pimis/domain/projects/proposed-code';
import { DEFAULT_PROJECT_TYPE, PROJECT_TYPES, SECTORS } from '@pimis/domain/constants';
import { isBlank } from '@pimis/domain/text/blank';
import { ApiFailure } from '../../api/client.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import { LeaveQuestion } from '../../ui/LeaveQuestion.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useStillHere } from '../../ui/use-still-here.ts';
import { FoundInput } from '../editing/FoundInput.tsx';
import { useKeptState } from '../editing/kept-input.ts';
import { createProject, freeCodeQuery } from './api.ts';
import { isProjectName, PROJECT_NAME_MAX } from '@pimis/domain/projects/project-name';
import { isProjectCode, PROJECT_CODE_MAX } from '@pimis/domain/projects/project-code';
import { pasteCode } from './paste-code.ts';

interface NewProject {
  name: string;
  /** Proposed from the name until somebody types another one. */
  code: string | null;
  type: string;
  sector: string;
  important: boolean;
}
const NEW_PROJECT: NewProject = {
  name: '',
  code: null,
  type: String(DEFAULT_PROJECT_TYPE),
  sector: '1',
  important: false,
};

/** Creates a project, for users who may. */
export function CreatePage() {
  const { status } = useText();
  const user = useUser();
  return can(user, 'project.create', { important: true }) ? (
    <CreateForm />
  ) : (
    <Empty page title={status('NotAllowedCreateProject')} />
  );
}

/** Opening a project: working name, type, sector, importance; the name may be given already. */
function CreateForm() {
  const text = useText();
  const { t } = text;
  const user = useUser();
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const client = useQueryClient();
  const [typed, setTyped, kept] = useKeptState('new-project', NEW_PROJECT);
  const change = (part: Partial<NewProject>) => setTyped((before) => ({ ...before, ...part }));
  const { name, type, sector } = typed;
  const proposed = proposedCode(name);
  const { data: free } = useQuery({
    ...freeCodeQuery(proposed),
    enabled: typed.code === null && isProjectCode(proposed),
  });
  const code = typed.code ?? free ?? proposed;
  // A user who may open only important projects opens an important one.
  const onlyImportant = !can(user, 'project.create', { organizationId: user.organizationId });
  const important = typed.important || onlyImportant;
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  /** The next screen may still be on its way. */
  const [saved, setSaved] = useState(false);
  const [codeTaken, setCodeTaken] = useState<string | null>(null);
  const codeWrong = !isProjectCode(code);
  const nameWrong = !isBlank(name) && !isProjectName(name);
  const codeError =
    codeTaken === code
      ? text.status('TranExistsProjectCode')
      : tried && codeWrong
        ? t('projects.create.codeInvalid')
        : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || codeWrong || nameWrong) return;
    setBusy(true);
    try {
      const project = await createProject({
        code,
        type: Number(type),
        sector: Number(sector),
        important,
        ...(isBlank(name) ? {} : { name: name.trim() }),
      });
      setSaved(true);
      kept.saved();
      // Also updates the count in the menu; opening the project does not wait for it.
      void projectsMoved(client, [code]);
      notifySuccess(t('projects.create.done'));
      if (!isStillHere()) return;
      await navigate({
        to: '/projects/$projectCode/details',
        params: { projectCode: project.code },
        ignoreBlocker: true,
      });
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.problemOf('code') === 'TranExistsProjectCode') setCodeTaken(code);
      else notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div style={{ maxWidth: 620 }}>
      <div className="page-head">
        <h1>{t('projects.create.title')}</h1>
      </div>
      <LeaveQuestion unsaved={!saved && (name !== '' || code !== '')} />
      <FoundInput {...kept} />
      <form className="panel" style={{ padding: 20 }} onSubmit={(event) => void submit(event)} noValidate inert={busy}>
        <p className="second" style={{ marginBottom: 16 }}>
          {t('projects.create.intro')}
        </p>
        <ProjectFields
          typed={typed}
          code={code}
          codeError={codeError}
          nameError={tried && nameWrong ? t('projects.create.nameInvalid') : undefined}
          onlyImportant={onlyImportant}
          onChange={change}
        />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <Button type="submit" loading={busy}>
            {t('projects.create.submit')}
          </Button>
          <Button variant="default" component={Link} to="/projects">
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}

interface ProjectFieldsProps {
  typed: NewProject;
  /** The typed code, or the proposed one. */
  code: string;
  codeError: string | undefined;
  nameError: string | undefined;
  /** The user may open important projects only. */
  onlyImportant: boolean;
  onChange: (part: Partial<NewProject>) => void;
}

function ProjectFields({ typed, code, codeError, nameError, onlyImportant, onChange }: ProjectFieldsProps) {
  const { t } = useText();
  const user = useUser();
  const { name, type, sector } = typed;
  return (
    <>
      <TextInput
        label={t('projects.create.name')}
        maxLength={PROJECT_NAME_MAX}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={nameError}
        mb={14}
      />
      <TextInput
        label={t('projects.create.code')}
        description={t('projects.create.codeHint')}
        required
        maxLength={PROJECT_CODE_MAX}
        value={code}
        onChange={(event) => onChange({ code: event.currentTarget.value.replaceAll(' ', '-') })}
        onPaste={(event) => pasteCode(event, (pasted) => onChange({ code: pasted }))}
        error={codeError}
        mb={14}
      />
      <Radio.Group
        label={t('projects.create.type')}
        value={type}
        onChange={(value) => onChange({ type: value })}
        mb={14}
      >
        {PROJECT_TYPES.toReversed().map((value) => (
          <Radio
            key={value}
            value={String(value)}
            label={t(`projects.types.${value}`)}
            description={t(`projects.create.typeHints.${value}`)}
            mt={6}
          />
        ))}
      </Radio.Group>
      <NativeSelect
        label={t('projects.create.sector')}
        data={SECTORS.map((value) => ({ value: String(value), label: t(`projects.sectors.${value}`) }))}
        value={sector}
        onChange={(event) => onChange({ sector: event.currentTarget.value })}
        mb={14}
      />
      {can(user, 'project.setImportant') && (
        <Checkbox
          label={t('projects.create.important')}
          checked={typed.important || onlyImportant}
          disabled={onlyImportant}
          onChange={(event) => onChange({ important: event.currentTarget.checked })}
          mb={14}
        />
      )}
    </>
  );
}
