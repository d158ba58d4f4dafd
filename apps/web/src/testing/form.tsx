import '@mantine/core/styles.css';
import '@pimis/charts/tokens.css';
import '../ui/global.css';
import '../ui/fields.css';
import '../forms/form.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { render } from 'vitest-browser-react';
import type { Field, FormData, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { PHASE } from '@pimis/domain/workflow/phases';
import { type EditorContext, FormContext } from '../forms/context.ts';
import { SectionPart } from '../forms/Sections.tsx';
import { FormStore } from '../forms/store.ts';
import { initI18n } from '../i18n/i18n.ts';
import { cssVariables, theme } from '../ui/theme.ts';

const TODAY = '2026-11-20';

/** Renders something with the product's look, language, calls and router. */
export async function draw(element: ReactElement) {
  await initI18n([
    'administration',
    'audit',
    'connections',
    'daily',
    'dashboard',
    'documents',
    'editing',
    'fiscal',
    'forms',
    'lists',
    'notices',
    'options',
    'organizations',
    'portfolioViews',
    'projects',
    'registration',
    'registries',
    'reports',
    'scenarios',
    'security',
    'table',
    'timeline',
    'warnings',
  ]);
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  // As in the product, a read that failed is not tried again by itself.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router as never}>{element}</RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** A form of one section. */
export const formOf = (fields: readonly Field[]): FormDefinition => ({
  code: 'proba',
  aliases: [],
  version: 1,
  phase: PHASE.idea,
  family: 'generic',
  title: { sr: 'Проба', en: 'Trial' },
  titleStage: 0,
  help: 0,
  revisionRoute: false,
  sections: [{ key: 'a', title: { sr: 'Одељак', en: 'Section' }, fields }],
  defaults: () => ({}),
  compute: () => undefined,
  rules: [],
});

/** The form in the editor's own store and fields. */
export async function drawForm(
  fields: readonly Field[],
  values: FormValues,
  {
    editable = (field: Field) => !field.computed,
    data = {},
  }: { editable?: (field: Field) => boolean; data?: FormData } = {},
) {
  const definition = formOf(fields);
  const store = new FormStore({ definition, values, data, context: { today: TODAY, foreignFunds: false } });
  const context: EditorContext = {
    store,
    projectCode: 'PROBA',
    viewer: { admin: false, mei: false },
    lockState: { foreignFunds: false, fromEarlier: false },
    currentYear: Number(TODAY.slice(0, 4)),
    editable,
  };
  const screen = await draw(
    <FormContext value={context}>
      {definition.sections.map((section, index) => (
        <SectionPart key={section.key} section={section} index={index} />
      ))}
    </FormContext>,
  );
  return { screen, store };
}
