import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CopyOffer, Replacement } from '@pimis/domain/forms/copy-offer';
import type { Field } from '@pimis/domain/forms/types';
import { allDocumentsQuery } from '../features/projects/api.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { placeText } from './change-text.ts';
import { useShown } from './use-shown.ts';

/** How many rows of a table are shown as its value; the form shows all. */
const ROWS_SHOWN = 3;

interface CopyChoiceProps {
  projectCode: string;
  offer: CopyOffer;
  onCopy: (fields: readonly Field[]) => void;
  onClose: () => void;
}

/** Says which empty fields are filled, and asks field by field what else the copy replaces. */
export function CopyChoice({ projectCode, offer, onCopy, onClose }: CopyChoiceProps) {
  const { t, pair } = useText();
  const { filled, replacing } = offer;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isRefused, setRefused] = useState(false);
  const all = replacing.map(({ field }) => field.path);
  const choose = (path: string, yes: boolean) => {
    setRefused(false);
    setChosen((before) => (yes ? [...before, path] : before.filter((one) => one !== path)));
  };
  const fields = [...filled, ...replacing.map(({ field }) => field).filter(({ path }) => chosen.includes(path))];
  const copy = () => (fields.length === 0 ? setRefused(true) : onCopy(fields));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('forms.earlier.choose')}
      width="page"
      confirm={<Button onClick={copy}>{t('forms.earlier.copy', { count: fields.length })}</Button>}
    >
      {filled.length > 0 && (
        <details>
          <summary>{t('forms.earlier.fills', { count: filled.length })}</summary>
          <p className="second">{filled.map(({ label }) => pair(label)).join(', ')}</p>
        </details>
      )}
      <p style={{ margin: '8px 0' }}>{t('forms.earlier.replaces', { count: replacing.length })}</p>
      {isRefused && (
        <p role="alert" className="late">
          {t('forms.earlier.nothingChosen')}
        </p>
      )}
      <Checkbox
        label={t('forms.earlier.all')}
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={(event) => {
          setRefused(false);
          setChosen(event.currentTarget.checked ? all : []);
        }}
      />
      <ul className="copy-choices">
        {replacing.map((one) => (
          <Choice
            key={one.field.path}
            projectCode={projectCode}
            replacement={one}
            chosen={chosen.includes(one.field.path)}
            onChoose={(yes) => choose(one.field.path, yes)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

interface ChoiceProps {
  projectCode: string;
  replacement: Replacement;
  chosen: boolean;
  onChoose: (yes: boolean) => void;
}

/** One field with its present and its copied value. */
function Choice({ projectCode, replacement: { field, before, after }, chosen, onChoose }: ChoiceProps) {
  const { t, pair } = useText();
  const { data: documents } = useQuery(allDocumentsQuery(projectCode));
  const shown = useShown(documents);
  const text = (value: unknown): string => {
    if (!field.columns || !Array.isArray(value)) return placeText(field, value, shown);
    const rows = value.slice(0, ROWS_SHOWN).map((row: unknown) => placeText(field, row, shown));
    const more = value.length - rows.length;
    return [...rows, ...(more > 0 ? [t('projects.decision.more', { count: more })] : [])].join('\n');
  };
  return (
    <li>
      <Checkbox
        label={pair(field.label)}
        checked={chosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <dl>
        <div>
          <dt className="meta">{t('forms.earlier.before')}</dt>
          <dd className="form-old">{text(before)}</dd>
        </div>
        <div>
          <dt className="meta">{t('forms.earlier.after')}</dt>
          <dd className="form-new">{text(after)}</dd>
        </div>
      </dl>
    </li>
  );
}
