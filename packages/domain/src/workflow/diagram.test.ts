import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrowsOf, mermaidOf, svgOf, workflowDocument, workflowPage } from './diagram.ts';
import { PHASES } from './phases.ts';
import { TRANSITIONS } from './transitions.ts';

const root = join(import.meta.dirname, '../../../..');
const file = (path: string) => readFileSync(join(root, path), 'utf8');

describe('state diagram', () => {
  it('has an arrow for every outcome of the table', () => {
    const arrows = PHASES.flatMap(({ id }) => arrowsOf(id));
    expect(arrows).toHaveLength(TRANSITIONS.reduce((sum, { outcomes }) => sum + outcomes.length, 0));
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
