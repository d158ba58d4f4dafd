import { describe, expect, it } from 'vitest';
import { ACCEPTING_DECISIONS, approvalSteps, BOARD_REPORTS, groupsOf, partsOf } from './board-reports.ts';
import { labelOf, PHASE_ORDER, REPORT_COLUMNS } from './columns.ts';
import { LISTS } from '../workflow/lists.ts';
import { PHASE, PHASES } from '../workflow/phases.ts';
import { STATUSES } from '../workflow/statuses.ts';

describe('the nine board reports', () => {
  it('have the names, numbers and formats of the specification', () => {
    expect(BOARD_REPORTS.map(({ codeName, type, formats }) => [codeName, type, formats.join(' ')])).toEqual([
      ['PIMIS-001', 'project-list', 'pdf'],
      ['PIMIS-002', 'project-summary', 'pdf'],
      ['PIMIS-003', 'projects-realized', 'pdf xlsx'],
      ['PIMIS-004', 'projects-realization', 'pdf xlsx'],
      ['PIMIS-005', 'projects-all', 'xlsx'],
      ['PIMIS-006', 'projects-board-accepted', 'pdf xlsx'],
      ['PIMIS-007', 'projects-by-phase', 'xlsx'],
      ['PIMIS-008', 'projects-by-organization', 'xlsx'],
      ['PIMIS-009', 'important-projects', 'xlsx'],
    ]);
  });

  it('sum what can be summed, and columns that they show', () => {
    for (const report of BOARD_REPORTS) {
      expect(report.columns, report.type).toEqual(expect.arrayContaining([...report.sums]));
      for (const column of report.sums) {
        expect(['money', 'percent', 'count'], `${report.type} ${column}`).toContain(REPORT_COLUMNS[column].kind);
      }
      // A share of sums is made of both.
      if (report.sums.includes('realizedPercent')) {
        expect(report.sums).toEqual(expect.arrayContaining(['totalValue', 'realized']));
      }
      expect(groupsOf(report).length).toBeGreaterThan(0);
    }
  });

  it('about accepted projects leaves all others out, and no other report does', () => {
    expect(BOARD_REPORTS.filter(({ scope }) => scope.accepted).map(({ codeName }) => codeName)).toEqual(['PIMIS-006']);
  });

  it('read the part of each column, and the decision where they are about it', () => {
    const parts = (type: string) => {
      const report = BOARD_REPORTS.find((one) => one.type === type);
      return report ? [...partsOf(report)].toSorted() : null;
    };
    expect(parts('project-list')).toEqual([]);
    expect(parts('projects-realization')).toEqual(['plan', 'realization']);
    expect(parts('projects-board-accepted')).toEqual(['decision']);
    expect(parts('projects-all')).toEqual(['decision', 'plan', 'realization']);
  });
});

it('every phase has its place in the order, every code its words', () => {
  expect(PHASE_ORDER.toSorted((a, b) => a - b)).toEqual(PHASES.map(({ id }) => id).toSorted((a, b) => a - b));
  for (const { id } of PHASES) expect(labelOf('phase', String(id))).toBeTruthy();
  for (const { id } of STATUSES) expect(labelOf('phaseStatus', String(id))).toBeTruthy();
  for (const { type } of LISTS) expect(labelOf('listType', String(type))).toBeTruthy();
  expect(labelOf('listType', null)?.sr).toBe('Без листе');
  expect(labelOf('sector', null)).toBeNull();
  expect(labelOf('money', '1.00')).toBeNull();
});

it('the steps that count come from the transition table', () => {
  expect(approvalSteps(PHASE.reporting)).toEqual({ approve: ['approveQuarter', 'approve'], open: ['return'] });
  expect(ACCEPTING_DECISIONS).toContainEqual({ phase: PHASE.idea, action: 1 });
  expect(ACCEPTING_DECISIONS.every(({ action }) => action > 0)).toBe(true);
});
