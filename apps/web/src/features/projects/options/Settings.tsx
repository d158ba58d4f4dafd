import { Button, TextInput } from '@mantine/core';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';

/** Name and working name of a project, while it is in entry of its first phase. */
export function Settings({ project }: { project: Project }) {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState(project.name);
  const [code, setCode] = useState(project.code);
  const [busy, setBusy] = useState(false);
  const editable =
    project.rights.settings && project.phaseStatus === PHASE_STATUS.entry && project.phases[0]?.state === 'current';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const { payload } = await call('PUT /projects/:projectCode', {
        params: { projectCode: project.code },
        body: { name: name.trim(), code },
      });
      notifySuccess(t('projects.page.settings.saved'));
      client.removeQueries({ queryKey: ['project', project.code] });
      await navigate({ to: '/projects/$projectCode/options/settings', params: { projectCode: payload.code } });
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} style={{ maxWidth: 620 }}>
      <TextInput
        label={t('projects.create.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        readOnly={!editable}
        mb={12}
        maxLength={512}
      />
      <TextInput
        label={t('projects.create.code')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.replaceAll(' ', '-'))}
        readOnly={!editable}
        mb={12}
        maxLength={20}
      />
      {editable ? (
        <Button type="submit" loading={busy} disabled={name === project.name && code === project.code}>
          {t('common.save')}
        </Button>
      ) : (
        <p className="meta">{t('projects.page.settings.readOnly')}</p>
      )}
    </form>
  );
}
