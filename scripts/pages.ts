import { formFieldsPage } from './form-fields.ts';
import { permissionsHelp, permissionsPage } from './permissions-page.ts';
import { reportsPage } from './reports-page.ts';
import { workflowDocument, workflowPage } from './workflow-diagram.ts';

/** Pages generated from the rules of the domain, by path. */
export const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/help/tok-projekta.md': () => workflowPage(),
  'docs/help/en/tok-projekta.md': () => workflowPage('en'),
  'docs/workflow.md': workflowDocument,
  'docs/permissions.md': permissionsPage,
  'docs/help/ovlascenja.md': () => permissionsHelp(),
  'docs/help/en/ovlascenja.md': () => permissionsHelp('en'),
  'docs/reports.md': reportsPage,
  'docs/form-fields.md': formFieldsPage,
};
