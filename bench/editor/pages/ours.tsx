import '@mantine/core/styles.css';
import '../../../packages/charts/src/tokens.css';
import '../../../apps/web/src/ui/global.css';
import '../../../apps/web/src/forms/form.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormData, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { type EditorContext, FormContext } from '../../../apps/web/src/forms/context.ts';
import { SectionPart } from '../../../apps/web/src/forms/Sections.tsx';
import { FormStore } from '../../../apps/web/src/forms/store.ts';
import { initI18n } from '../../../apps/web/src/i18n/i18n.ts';
import { cssVariables, theme } from '../../../apps/web/src/ui/theme.ts';
import { definition, startValues } from '../form.ts';
import { largestPlan } from '../largest.ts';

/** The product's own store and fields around a form: the generated one, or with ?real the largest real one. */
const real = location.search.includes('real');
const plan = findFormDefinition('plan') as FormDefinition;
const form: { definition: FormDefinition; values: FormValues; data: FormData } = real
  ? { definition: plan, ...largestPlan(plan) }
  : { definition, values: startValues(), data: {} };

await initI18n(['forms', 'projects', 'table']);
const store = new FormStore({ ...form, context: { today: '2026-11-20', foreignFunds: false } });
const context: EditorContext = {
  store,
  projectCode: 'MERENJE',
  viewer: { admin: false, mei: false },
  lockState: { foreignFunds: false, fromEarlier: false },
  currentYear: 2026,
  editable: (field) => !field.computed,
};
createRoot(document.getElementById('root') as HTMLElement).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
    <QueryClientProvider client={new QueryClient()}>
      <FormContext value={context}>
        {form.definition.sections.map((section, index) => (
          <SectionPart key={section.key} section={section} index={index} />
        ))}
      </FormContext>
    </QueryClientProvider>
  </MantineProvider>,
);
