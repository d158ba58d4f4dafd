import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { findFormDefinition } from '@pimis/domain/forms/registry';
import { useText } from '../i18n/use-text.ts';
import { ErrorPage, NotFoundPage } from '../shell/Pages.tsx';
import { formQuery } from './api.ts';
import { Editor } from './Editor.tsx';
import './form.css';

/** The generic form screen: loads the form, or one of its revisions, and opens the editor on it. */
export function FormPage() {
  const { t } = useText();
  const { projectCode = '', phaseFormId, revision } = useParams({ strict: false });
  const { data, error } = useQuery(
    formQuery(projectCode, Number(phaseFormId), revision ? Number(revision) : undefined),
  );
  if (error) return <ErrorPage error={error} />;
  if (!data) return <p className="meta">{t('common.loading')}</p>;
  const definition = findFormDefinition(data.form.code, data.form.definitionVersion);
  if (!definition) return <NotFoundPage />;
  const { form } = data;
  return (
    <Editor
      key={`${form.id}/${form.revision}/${form.status}`}
      definition={definition}
      form={form}
      project={data.project}
    />
  );
}
