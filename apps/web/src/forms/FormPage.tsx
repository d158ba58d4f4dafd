import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormDefinition } from '@pimis/domain/forms/types';
import { ApiFailure } from '../api/client.ts';
import { projectQuery } from '../features/projects/api.ts';
import { useText } from '../i18n/use-text.ts';
import { ErrorPage, NotFoundPage } from '../ui/Pages.tsx';
import { type FormProject, formQuery } from './api.ts';
import { type Carried, Editor } from './Editor.tsx';
import { newestRevision } from './start.ts';
import { useAddress } from '../ui/address.ts';
import './form.css';

const REVISION_SUFFIX = /\/revision\/\d+$/;

const FORBIDDEN = 403;
const NOT_FOUND = 404;

const LIVE = '/projects/';
const ARCHIVE = '/projects-archived/';
/** The one form whose route names no type (specification, "Form routes"). */
const UNNAMED_ROUTE = 'projectidentification';

/**
 * Returns whether the address names this form: its phase, one of its type names, and a revision if the route has one.
 */
function isPlaceOf(
  form: ProjectForm,
  definition: FormDefinition,
  {
    projectPhaseId,
    formType = UNNAMED_ROUTE,
    revision,
  }: { projectPhaseId?: string; formType?: string; revision?: string },
): boolean {
  const names = [definition.code, ...definition.aliases];
  if (Number(projectPhaseId) !== form.projectPhaseId || !names.includes(formType)) return false;
  return revision === undefined || (definition.revisionRoute && /^[1-9]\d*$/.test(revision));
}

/** The address where the form is now: a project is either live or in the archive. */
const presentPath = (path: string, { status }: FormProject): string =>
  status === PROJECT_STATUS.archived ? path.replace(LIVE, ARCHIVE) : path.replace(ARCHIVE, LIVE);

/** If the project does not exist either, shows the same message as the project's page. */
function MissingForm({ error, projectCode }: { error: ApiFailure; projectCode: string }) {
  const { t } = useText();
  const { error: failure, isPending } = useQuery(projectQuery(projectCode));
  if (isPending) return <p className="meta">{t('common.loading')}</p>;
  const isUnseen = failure instanceof ApiFailure && [FORBIDDEN, NOT_FOUND].includes(failure.httpStatus);
  return <ErrorPage error={error} {...(isUnseen ? { missingHint: t('projects.page.notSeen') } : {})} />;
}

/** Loads a form or one of its revisions and opens the editor. */
export function FormPage() {
  const { t } = useText();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { projectCode = '', projectPhaseId, phaseFormId, formType, revision } = useAddress();
  // Forms without a revision route show a chosen revision at the same address.
  const carried = useRef<Carried | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = Number(revision) || (chosen ?? undefined);
  const { data, error } = useQuery(formQuery(projectCode, Number(phaseFormId), wanted));
  const present = data ? presentPath(path, data.project) : path;
  /** The address at which the form was opened. */
  const [opened, setOpened] = useState<string | null>(null);
  if (data && present === path && opened !== path) setOpened(path);
  useEffect(() => {
    // If the project is archived while the user is typing, the user is asked first and may stay.
    if (present !== path) void navigate({ to: present, replace: true });
  }, [present, path, navigate]);
  if (error && !data) {
    const missing = error instanceof ApiFailure && error.httpStatus === NOT_FOUND;
    return missing ? <MissingForm error={error} projectCode={projectCode} /> : <ErrorPage error={error} />;
  }
  if (!data || (present !== path && opened !== path)) return <p className="meta">{t('common.loading')}</p>;
  const definition = findFormDefinition(data.form.code, data.form.definitionVersion);
  if (!definition) return <NotFoundPage />;
  const { form } = data;
  if (!isPlaceOf(form, definition, { projectPhaseId, formType, revision })) return <NotFoundPage />;
  const show = (next: number | null) => {
    const base = path.replace(REVISION_SUFFIX, '');
    setChosen(definition.revisionRoute ? null : next);
    if (definition.revisionRoute) void navigate({ to: next === null ? base : `${base}/revision/${next}` });
    else if (base !== path) void navigate({ to: base });
  };
  return (
    <Editor
      // The revision that was just saved stays in the same editor.
      key={[form.id, form.revision === newestRevision(form) ? 'newest' : form.revision, definition.version].join('/')}
      definition={definition}
      form={form}
      project={data.project}
      carried={carried}
      onRevision={show}
    />
  );
}
