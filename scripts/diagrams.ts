import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowDocument, workflowPage } from './workflow-diagram.ts';

/** Writes the state diagrams of the docs and of the help from the transition table. */
const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'docs/help/tok-projekta.md'), workflowPage());
writeFileSync(join(root, 'docs/workflow.md'), workflowDocument());
