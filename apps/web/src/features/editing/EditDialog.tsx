import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { Warning } from '../../ui/Warning.tsx';
import { type BesideChange, ontoTheirs } from './beside-change.ts';
import { FoundInput } from './FoundInput.tsx';
import { useKeptInput, useVisit } from './kept-input.ts';
import { isGone } from './removed.ts';
import { useEditing } from './use-editing.ts';

type Editing<Values> = Parameters<typeof useEditing<Values>>[0];
type Fields<Values> = Pick<ReturnType<typeof useEditing<Values>>, 'values' | 'problems' | 'change'>;

type Line = 'taken' | 'kept' | 'theirsAdded' | 'theirsRemoved' | 'mineAdded' | 'mineRemoved';

/** Includes the values shown to the user. */
interface ToldChange<Values> extends BesideChange<Values> {
  lines: readonly (readonly [Line, string])[];
}

/** The changed fields, with their read and typed values; unchanged fields are not kept. */
interface KeptEdit<Values> {
  revision: string | null;
  base: Partial<Values>;
  mine: Partial<Values>;
}

function changedParts<Values extends object>(base: Values, mine: Values): Omit<KeptEdit<Values>, 'revision'> {
  const fields = (Object.keys(mine) as (keyof Values)[]).filter(
    (field) => JSON.stringify(base[field]) !== JSON.stringify(mine[field]),
  );
  const partsOf = (values: Values) =>
    Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;
  return { base: partsOf(base), mine: partsOf(mine) };
}

interface EditDialogProps<Values> extends Pick<Editing<Values>, 'label' | 'explain'> {
  title: string;
  /** The key of the edited thing, under which its input is kept when the session ends. */
  place: string;
  width: 'decide' | 'compare';
  /** The message after saving. */
  saved: string;
  /**
   * The query that is reloaded after each attempt, because a refusal may mean that somebody else has changed the data.
   */
  queryKey: readonly string[];
  onClose: () => void;
  children: (fields: Fields<Values>) => ReactNode;
  className?: string;
  /** Replaces the foot, around the button that saves. */
  footer?: (save: ReactNode, busy: boolean) => ReactNode;
  /** The last read values; `revision` is the state in which they were read. */
  stored: Values;
  /** Null for something that does not exist yet. */
  revision: string | null;
  /** Errors by field; `base` are the stored values on which the input is based. */
  problemsOf: (values: Values, base: Values) => ReturnType<Editing<Values>['problemsOf']>;
  /** How a stored value is read. */
  valueText: (field: keyof Values & string) => string;
  /** How a part of a list is read. */
  itemText?: (field: keyof Values & string, item: unknown) => string;
  /** Saves if nobody has changed the state since. */
  save: (values: Values, revision: string | null) => Promise<unknown>;
}

/**
 * Creates or changes something in a dialog, which stays open after a refusal. If somebody else has saved a change
 * meanwhile, the user's input is rebased on it.
 */
export function EditDialog<Values extends object>({
  title,
  place,
  width,
  saved,
  queryKey,
  onClose,
  children,
  className,
  footer,
  stored,
  revision,
  valueText,
  itemText = (_, item) => String(item),
  save,
  problemsOf,
  label,
  explain,
}: EditDialogProps<Values>) {
  const { t } = useText();
  const client = useQueryClient();
  const visit = useVisit<KeptEdit<Values>>(place, { revision: null, base: stored, mine: stored });
  const found = visit.left?.input;
  const [base, setBase] = useState({
    stored: { ...stored, ...found?.base },
    revision: found ? found.revision : revision,
  });
  // Restored input may be based on a state that somebody else has changed since.
  const [refused, setRefused] = useState(revision !== base.revision);
  const [changes, setChanges] = useState<readonly ToldChange<Values>[]>();
  const [gone, setGone] = useState(false);
  const { values, problems, change, busy, changed, submit, restart } = useEditing({
    start: () => base.stored,
    begun: found && { ...stored, ...found.mine },
    problemsOf: (typed) => problemsOf(typed, base.stored),
    label,
    explain,
    save: async (typed) => {
      setRefused(false);
      await save(typed, base.revision);
      kept.saved();
      notifySuccess(saved);
      onClose();
    },
    takes: (failure) => {
      const beside = failure instanceof ApiFailure && failure.name === 'RecordConflict';
      setRefused(beside);
      setGone(isGone(failure));
      return beside || isGone(failure);
    },
    after: () => client.invalidateQueries({ queryKey }),
  });
  const kept = useKeptInput(
    visit,
    changed ? { revision: base.revision, ...changedParts(base.stored, values) } : undefined,
  );
  const drop = () => {
    restart(stored, stored);
    setBase({ stored, revision });
    setChanges(undefined);
    setRefused(false);
  };
  const linesOf = ({ field, kept, lists }: BesideChange<Values>): ToldChange<Values>['lines'] => {
    if (!lists) return [[kept ? 'kept' : 'taken', valueText(field) || t('common.noValue')]];
    const { theirs, mine } = lists;
    const parts = [
      ['theirsAdded', theirs.added],
      ['theirsRemoved', theirs.removed],
      ['mineAdded', mine.added],
      ['mineRemoved', mine.removed],
    ] as const;
    return parts
      .filter(([, items]) => items.length > 0)
      .map(([line, items]) => [line, items.map((item) => itemText(field, item)).join(', ')]);
  };
  if (refused && revision !== base.revision) {
    const next = ontoTheirs(base.stored, stored, values, changes);
    restart(stored, next.values);
    setBase({ stored, revision });
    setChanges(next.changes.map((told) => ({ ...told, lines: linesOf(told) })));
    setRefused(false);
  }
  // The data has not changed although it was reloaded after the refusal.
  const isUnread = refused && !busy;
  const button = (
    <Button type="submit" form="edit" loading={busy} disabled={gone}>
      {t('common.save')}
    </Button>
  );
  const close = () => {
    onClose();
    // The page below still shows the old data.
    if (gone) void client.resetQueries({ queryKey });
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={title}
      width={width}
      unsaved={changed}
      {...(footer ? { footer: footer(button, busy) } : { confirm: button })}
    >
      <FoundInput isFound={kept.isFound && !gone} drop={drop} />
      {gone && <Told>{t('editing.gone')}</Told>}
      {(isUnread || changes) && !gone && (
        <BesideNotice changes={isUnread ? undefined : changes} label={(field) => label(field) ?? field} />
      )}
      <form id="edit" onSubmit={submit} noValidate className={className}>
        {children({ values, problems, change })}
      </form>
    </Dialog>
  );
}

interface BesideNoticeProps<Values> {
  /** Undefined if they could not be read. */
  changes: readonly ToldChange<Values>[] | undefined;
  label: (field: string) => string;
}

/** Shows changes saved by somebody else meanwhile, and says that no input is lost. */
function BesideNotice<Values>({ changes, label }: BesideNoticeProps<Values>) {
  const { t, status } = useText();
  return (
    <Told about={changes}>
      {changes ? t('editing.beside.text') : status('RecordConflict')}
      {changes && changes.length > 0 && (
        <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
          {changes.flatMap(({ field, lines }) =>
            lines.map(([line, value]) => (
              <li key={`${field}.${line}`}>
                {t(`editing.beside.${line}`, { field: label(field), value: beginningOf(value) })}
                <Rest value={value} />
              </li>
            )),
          )}
        </ul>
      )}
    </Told>
  );
}

/** The part of a value that is shown without expanding it. */
const TOLD_LENGTH = 160;

/** A long value by its first words. */
function beginningOf(value: string): string {
  if (value.length <= TOLD_LENGTH) return value;
  const cut = value.slice(0, TOLD_LENGTH);
  const end = cut.search(/\s\S*$/);
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}

/** The full value, of which only the first words are shown. */
function Rest({ value }: { value: string }) {
  const { t } = useText();
  if (value.length <= TOLD_LENGTH) return null;
  return (
    <details>
      <summary>{t('editing.beside.whole')}</summary>
      <div style={{ whiteSpace: 'pre-line' }}>{value}</div>
    </details>
  );
}

/** A warning that is scrolled into view, also when `about` changes, because the save button may be far below it. */
function Told({ about, children }: { about?: unknown; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, [about]);
  return (
    <div ref={notice}>
      <Warning>{children}</Warning>
    </div>
  );
}
