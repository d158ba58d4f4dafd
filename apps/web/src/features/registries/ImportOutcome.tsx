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
    </div>
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
