import { Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { fieldAt } from '@pimis/domain/forms/labels';
import { ruleText } from '@pimis/domain/forms/rules-text';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { ApiFailure, call, download, fileAddress } from '../api/client.ts';
import { type Text, useText } from '../i18n/use-text.ts';
import { IconDownload, IconUpload } from '../ui/icons.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { notifyFailure, notifyWarning } from '../ui/notify.tsx';
import type { FormProject } from './api.ts';
import type { FormStore } from './store.ts';
import { notifyStep } from './undo.ts';

/** The label of a place with its number; a path that the form does not have is shown as in the file. */
function fieldName(definition: FormDefinition, path: string, { pair }: Text): string {
  const field = fieldAt(definition, path);
  if (!field) return path;
  const rule = pair(ruleText(field, path));
  const row = /\[(\d+)\]/.exec(path)?.[1];
  const label = row ? `${pair(field.label)} (${pair({ sr: 'ред', en: 'row' })} ${row})` : pair(field.label);
  return rule === '' ? label : `${label} (${rule})`;
}

/** Why a file as a whole is refused, before its fields are looked at. */
function wrongFile(failure: unknown): 'noForm' | 'otherForm' | null {
  if (!(failure instanceof ApiFailure)) return null;
  if (failure.problemOf('file')) return 'noForm';
  return failure.problemOf('formCode') ? 'otherForm' : null;
}

interface FileToolsProps {
  store: FormStore;
  form: ProjectForm;
  project: FormProject;
  mayImport: boolean;
}

/** Export of the shown revision, and import of a JSON file into the editor without saving. */
export function FileTools({ store, form, project, mayImport }: FileToolsProps) {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const reset = useRef<() => void>(null);
  const working = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      const wrong = wrongFile(failure);
      if (wrong === null) notifyFailure(failure, text, (path) => fieldName(store.definition, path, text));
      else notifyWarning(t(`forms.files.${wrong}`));
    } finally {
      setBusy(false);
    }
  };
  const save = (format: 'pdf' | 'json') =>
    working(() => {
      const address = fileAddress('GET /reporting/projects/:projectCode/forms', {
        params: { projectCode: project.code },
        query: {
          phaseFormId: form.id,
          ...(form.revision > 0 ? { revision: form.revision } : {}),
          format,
          ...text.paper,
        },
      });
      return download(address, `${project.code}-${form.name}.${format}`);
    });
  const read = (file: File | null) => {
    // The same file is chosen again once it is corrected.
    reset.current?.();
    if (!file) return Promise.resolve();
    return working(async () => {
      const body = new FormData();
      body.append('file', file);
      const { payload } = await call('POST /projects/:projectCode/forms/:phaseFormId/import', {
        params: { projectCode: project.code, phaseFormId: form.id },
        files: body,
      });
      const step = store.importValues(JSON.parse(payload.inputJson) as FormValues);
      const count = payload.errors.length + payload.warnings.length;
      if (payload.otherProject) notifyWarning(t('forms.files.importedFrom', { code: payload.otherProject }));
      // It can be undone, because the file does not contain the typed values.
      if (count === 0) notifyStep({ store, step, message: t('forms.files.imported') }, { t });
      else {
        const found = { errors: payload.errors.length, warnings: payload.warnings.length };
        notifyStep({ store, step, message: t('forms.files.importedWith', found), color: 'yellow' }, { t });
      }
    });
  };
  return (
    <>
      {mayImport && (
        <FileButton accept="application/json,.json" resetRef={reset} onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} />} loading={busy}>
              <span className="tool-text">{t('forms.files.import')}</span>
            </Button>
          )}
        </FileButton>
      )}
      <Menu
        opener={
          <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy}>
            <span className="tool-text">{t('forms.files.export')}</span>
          </Button>
        }
      >
        <MenuItem onClick={() => void save('pdf')}>PDF</MenuItem>
        <MenuItem onClick={() => void save('json')}>JSON</MenuItem>
      </Menu>
    </>
  );
}
