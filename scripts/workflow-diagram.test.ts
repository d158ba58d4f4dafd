import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LISTS } from '@pimis/domain/workflow/lists';
import { PHASES } from '@pimis/domain/workflow/phases';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import { arrowsOf, mermaidOf, svgOf, workflowDocument, workflowPage } from './workflow-diagram.ts';

const root = join(import.meta.dirname, '..');
const file = (path: string) => readFileSync(join(root, path), 'utf8');

describe('state diagram', () => {
  it('has an arrow for every outcome of the table, and for each way onto a list', () => {
    const arrows = PHASES.flatMap(({ id }) => arrowsOf(id));
    const outcomes = TRANSITIONS.reduce((sum, transition) => sum + transition.outcomes.length, 0);
    expect(arrows).toHaveLength(outcomes + LISTS.length + 1);
  });

  it('draws every state once and numbers every arrow that leads elsewhere', () => {
    for (const { id } of PHASES) {
      const states = new Set(arrowsOf(id).flatMap(({ from, to }) => [from, to]));
      expect(svgOf(id).match(/<rect /g)).toHaveLength(states.size);
      expect(mermaidOf(id)).toContain('[*] --> s1');
    }
  });

  it('stands in the help and in the docs as the table has it now (npm run diagrams)', () => {
    expect(file('docs/help/tok-projekta.md')).toBe(workflowPage());
    expect(file('docs/workflow.md')).toBe(workflowDocument());
  });
});
