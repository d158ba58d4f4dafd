import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { schema, startValues } from '../form.ts';

const uischema = {
  type: 'VerticalLayout',
  elements: [
    ...Object.entries(schema.properties as Record<string, { properties?: object }>).flatMap(([name, part]) =>
      Object.keys(part.properties ?? {}).map((field) => ({
        type: 'Control',
        scope: `#/properties/${name}/properties/${field}`,
      })),
    ),
    { type: 'Control', scope: '#/properties/rows' },
  ],
};

function Form() {
  const [data, setData] = useState<unknown>(startValues);
  return (
    <JsonForms
      schema={schema}
      uischema={uischema as never}
      data={data}
      renderers={vanillaRenderers}
      cells={vanillaCells}
      onChange={(state) => setData(state.data)}
    />
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Form />);
