import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ImportResult } from '@pimis/contract/registries';
import { columnOf } from '@pimis/domain/registries/catalogue';
import type { Registry } from '@pimis/domain/registries/types';
import { useText } from '../../i18n/use-text.ts';
import { importProblem } from './format-value.ts';

interface OutcomeProps {
  registry: Registry;
  result: ImportResult;
  /** Codes got their leading zeros back. */
  restored: boolean;
  onRestore: () => void;
}

/** The result of a rehearsal or an import: counts, errors with reasons, and changes of form only. */
export function ImportOutcome({ registry, result, restored, onRestore }: OutcomeProps) {
  const text = useText();
  const { t } = text;
  const count = text.charts.count.full;
  const zeros = result.errors.some(({ code }) => code === 'LeadingZerosLost');
  return (
    <div role="status">
      <p className="meta">
        {result.sheet === null
          ? t('registries.import.readText', { row: result.header })
          : t('registries.import.readSheet', { sheet: result.sheet, row: result.header })}
        {restored && ` ${t('registries.import.restored')}`}
      </p>
      <p className="strong">
        {t('registries.import.counts', {
          rows: count(result.rows),
          created: count(result.created),
          updated: count(result.updated),
          unchanged: count(result.unchanged),
        })}
      </p>
      <FirstRows registry={registry} rows={result.firstRows} />
      {result.errorCount > 0 && (
        <Alert color="red" my={10} styles={{ message: { color: 'var(--p-error)' } }}>
          {t('registries.import.errors', { count: result.errorCount })}{' '}
          {result.errorCount > result.errors.length &&
            t('registries.import.onlyFirst', { shown: count(result.errors.length) })}
        </Alert>
      )}
      {zeros && (
        <p className="import-offer">
          <span>{t('registries.import.zeros')}</span>
          <Button variant="default" onClick={onRestore}>
            {t('registries.import.restore')}
          </Button>
        </p>
      )}
      {result.errors.length > 0 && (
        <Listed label={t('registries.import.problem')} heads={['row', 'column', 'problem']}>
          {result.errors.map((error) => (
            <tr key={`${error.row}/${error.column}/${error.code}`}>
              <td>{error.row}</td>
              <td>{columnText(registry, error.column, text)}</td>
              <td>{importProblem(registry, error, text)}</td>
            </tr>
          ))}
        </Listed>
      )}
      {result.remarks.length > 0 && (
        <>
          <Alert color="yellow" my={10} styles={{ message: { color: 'var(--p-warning)' } }}>
            {t('registries.import.remarks', { count: result.remarkCount })}{' '}
            {result.remarkCount > result.remarks.length &&
              t('registries.import.onlyFirst', { shown: count(result.remarks.length) })}
          </Alert>
          <Listed label={t('registries.import.remarked')} heads={['row', 'column', 'before', 'after']}>
            {result.remarks.map((remark) => (
              <tr key={`${remark.row}/${remark.column}`}>
                <td>{remark.row}</td>
                <td>{columnText(registry, remark.column, text)}</td>
                <td>{remark.before}</td>
                <td>{remark.after}</td>
              </tr>
            ))}
          </Listed>
        </>
      )}
      <Changes registry={registry} result={result} />
    </div>
  );
}

/** The first rows as parsed, where a wrong encoding becomes visible. */
function FirstRows({ registry, rows }: { registry: Registry; rows: ImportResult['firstRows'] }) {
  const text = useText();
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  if (names.length === 0) return null;
  const label = text.t('registries.import.first');
  return (
    <div className="scroll-x import-listed" tabIndex={0} role="group" aria-label={label}>
      <table className="plain">
        <caption className="meta">{label}</caption>
        <thead>
          <tr>
            <th>{text.t('registries.import.row')}</th>
            {names.map((name) => (
              <th key={name}>{columnText(registry, name, text)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, values }) => (
            <tr key={row}>
              <td>{row}</td>
              {names.map((name) => (
                <td key={name}>{values[name] ?? text.t('common.noValue')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** All stored values that would change, with the new values, and the changes that must be confirmed. */
function Changes({ registry, result }: { registry: Registry; result: ImportResult }) {
  const text = useText();
  const { t } = text;
  const none = t('common.noValue');
  const emptied = result.emptied.map((name) => columnText(registry, name, text)).join(', ');
  if (result.changes.length === 0 && emptied === '' && !result.manyChanges) return null;
  return (
    <>
      {(result.manyChanges || emptied !== '') && (
        <Alert color="yellow" my={10} styles={{ message: { color: 'var(--p-warning)' } }}>
          {result.manyChanges && `${t('registries.import.many')} `}
          {emptied !== '' && t('registries.import.emptied', { columns: emptied })}
        </Alert>
      )}
      {result.changes.length > 0 && (
        <>
          <p className="meta">
            {t('registries.import.changes', { count: result.changeCount })}{' '}
            {result.changeCount > result.changes.length &&
              t('registries.import.onlyFirst', { shown: text.charts.count.full(result.changes.length) })}
          </p>
          <Listed label={t('registries.import.changed')} heads={['row', 'column', 'before', 'after']}>
            {result.changes.map((change) => (
              <tr key={`${change.row}/${change.column}`}>
                <td>{change.row}</td>
                <td>{columnText(registry, change.column, text)}</td>
                <td>{change.before ?? none}</td>
                <td>{change.after ?? none}</td>
              </tr>
            ))}
          </Listed>
        </>
      )}
    </>
  );
}

function columnText(registry: Registry, name: string, { pair }: ReturnType<typeof useText>): string {
  const column = columnOf(registry, name);
  return column ? pair(column.label) : name;
}

type Head = 'row' | 'column' | 'problem' | 'before' | 'after';

function Listed({ label, heads, children }: { label: string; heads: readonly Head[]; children: ReactNode }) {
  const { t } = useText();
  return (
    <div className="scroll-x import-listed" tabIndex={0} role="group" aria-label={label}>
      <table className="plain">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{t(`registries.import.${head}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
