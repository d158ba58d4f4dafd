import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DecisionTableRow } from '@pimis/contract/decision-rows';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { DecisionSummary } from '../../projects/DecisionSummary.tsx';
import { DecideDialog } from '../DecideDialog.tsx';
import { Marks, Remarks, Term, Value, Warnings } from './DecisionCells.tsx';
import './decisions.css';

interface RowProps {
  row: DecisionTableRow;
  /** The number on the list is shown. */
  numbered: boolean;
  mayDecide: boolean;
  onDecide: () => void;
  onRead: () => void;
}

/** A project with the figures of its summary, and the button that opens the summary with the decision. */
function Row({ row, numbered, mayDecide, onDecide, onRead }: RowProps) {
  const { t, data, pair } = useText();
  const { projectCode, projectName, facts, step, decision } = row;
  const name = data(projectName);
  return (
    <tr>
      {numbered && <td data-label={t('lists.position')}>{row.position}</td>}
      <td className="decision-name">
        <Link
          to="/projects/$projectCode/details"
          params={{ projectCode }}
          className="strong"
          style={{ color: 'var(--p-text)', textDecoration: 'none' }}
        >
          {name}
        </Link>
        <div className="meta">
          {projectCode} · {data(row.organizationName)}
        </div>
        {!numbered && (
          <div className="decision-state">
            <StatusChip status={row.phaseStatus} /> <span className="meta">{pair(phaseInfo(row.phase).title)}</span>
          </div>
        )}
      </td>
      <td className="amount decision-value" data-label={t('lists.value')}>
        <Value facts={facts} totalValue={row.totalValue} />
      </td>
      <td data-label={t('projects.decision.term')}>
        <Term facts={facts} />
      </td>
      <td className="amount" data-label={t('projects.decision.marks')}>
        <Marks facts={facts} />
      </td>
      <td data-label={t('forms.remarks.title')}>
        <Remarks facts={facts} />
      </td>
      <td data-label={t('projects.decision.warningsTitle')}>
        <Warnings facts={facts} />
      </td>
      <td className="decision-taken" data-label={t('lists.decision')}>
        {/* Paper has no buttons. */}
        {decision === null && step && <span className="print-only">{pair(step)}</span>}
        {decision !== null ? (
          t(`lists.decisions.${String(decision) as '1'}`)
        ) : step && mayDecide ? (
          <Button variant="default" onClick={onDecide} aria-label={`${pair(step)}: ${name}`}>
            {pair(step)}
          </Button>
        ) : (
          <Button variant="default" onClick={onRead} aria-label={`${t('projects.decision.open')}: ${name}`}>
            {t('projects.decision.open')}
          </Button>
        )}
      </td>
    </tr>
  );
}

interface DecisionTableProps {
  rows: readonly DecisionTableRow[];
  caption: string;
  list: { type: number; name: string } | null;
  mayDecide: boolean;
}

/** The next project to decide on after the present one; it wraps around. */
function nextAfter(present: string, rows: readonly DecisionTableRow[]): DecisionTableRow | undefined {
  const open = rows.filter(({ step }) => step !== null);
  const at = open.findIndex(({ projectCode }) => projectCode === present);
  return open[at + 1] ?? open.find((_, index) => index < at);
}

/** Projects that await a decision, a row each; the decision is taken in a dialog that begins with its summary. */
export function DecisionTable({ rows, caption, list, mayDecide }: DecisionTableProps) {
  const { t, data } = useText();
  const [deciding, setDeciding] = useState<DecisionTableRow | null>(null);
  const [reading, setReading] = useState<DecisionTableRow | null>(null);
  const numbered = list !== null;
  const following = deciding ? nextAfter(deciding.projectCode, rows) : undefined;
  return (
    <div className="panel">
      <div className="scroll-x" tabIndex={0} role="group" aria-label={caption}>
        <table className="plain stack decision-table">
          <thead>
            <tr>
              {numbered && <th scope="col">{t('lists.position')}</th>}
              <th scope="col">{t('lists.project')}</th>
              <th scope="col" className="amount">
                {t('lists.value')}
              </th>
              <th scope="col">{t('projects.decision.term')}</th>
              <th scope="col" className="amount">
                {t('projects.decision.marks')}
              </th>
              <th scope="col">{t('forms.remarks.title')}</th>
              <th scope="col">{t('projects.decision.warningsTitle')}</th>
              <th scope="col" className="decision-taken">
                {t('lists.decision')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.projectCode}
                row={row}
                numbered={numbered}
                mayDecide={mayDecide}
                onDecide={() => setDeciding(row)}
                onRead={() => setReading(row)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {deciding && (
        <DecideDialog
          key={deciding.projectCode}
          items={[deciding]}
          list={list}
          onClose={() => setDeciding(null)}
          onNext={following && (() => setDeciding(following))}
        />
      )}
      {reading && (
        <Dialog opened onClose={() => setReading(null)} title={data(reading.projectName)} width="page">
          <DecisionSummary code={reading.projectCode} />
        </Dialog>
      )}
    </div>
  );
}
