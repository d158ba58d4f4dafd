import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { findFormDefinition } from '@pimis/domain/forms/registry';
import { useText } from '../i18n/use-text.ts';
import { ErrorPage, NotFoundPage } from '../shell/Pages.tsx';
import { formQuery } from './api.ts';
import { type Carried, Editor } from './Editor.tsx';
import './form.css';

const REVISION_SUFFIX = /\/revision\/\d+$/;

/** The generic form screen: loads the form, or one of its revisions, and opens the editor on it. */
export function FormPage() {
  const { t } = useText();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { projectCode = '', phaseFormId, revision } = useParams({ strict: false });
  // Forms without a revision route show a chosen revision at the same address.
  const carried = useRef<Carried | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = revision ? Number(revision) : (chosen ?? undefined);
  const { data, error } = useQuery(formQuery(projectCode, Number(phaseFormId), wanted));
  if (error) return <ErrorPage error={error} />;
  if (!data) return <p className="meta">{t('common.loading')}</p>;
  const definition = findFormDefinition(data.form.code, data.form.definitionVersion);
  if (!definition) return <NotFoundPage />;
  const { form } = data;
  const show = (next: number | null) => {
    const base = path.replace(REVISION_SUFFIX, '');
    setChosen(definition.revisionRoute ? null : next);
    if (definition.revisionRoute) void navigate({ to: next === null ? base : `${base}/revision/${next}` });
    else if (base !== path) void navigate({ to: base });
  };
  return (
    <Editor
      key={`${form.id}/${form.revision}/${form.status}`}
      definition={definition}
      form={form}
      project={data.project}
      carried={carried}
      onRevision={show}
    />
  );
}
