import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { projectQuery } from './api.ts';

/** Settings of a project: name and working name, while it is in entry of its first phase. */
export function OptionsTab() {
  const text = useText();
  const { t } = text;
  const { projectCode = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: project } = useQuery(projectQuery(projectCode));
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  useEffect(() => {
    if (!project) return;
    setName(project.name);
    setCode(project.code);
  }, [project]);
  if (!project) return null;
  const editable = project.rights.settings && project.phaseStatus === 1 && project.phases[0]?.state === 'current';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const { payload } = await call<Project>('PUT', `projects/${projectCode}`, { name: name.trim(), code });
      notifySuccess(t('projects.page.settings.saved'));
      client.removeQueries({ queryKey: ['project', projectCode] });
      await navigate({ to: '/projects/$projectCode/options/settings', params: { projectCode: payload.code } });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <section className="panel" style={{ padding: 16, maxWidth: 620 }} aria-label={t('projects.page.settings.title')}>
      <h2 style={{ marginBottom: 12 }}>{t('projects.page.settings.title')}</h2>
      <form onSubmit={(event) => void save(event)}>
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
          <Button type="submit">{t('common.save')}</Button>
        ) : (
          <p className="meta">{t('projects.page.settings.readOnly')}</p>
        )}
      </form>
    </section>
  );
}
