import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { schema, startValues } from '../form.ts';

function Page() {
  const [data, setData] = useState<unknown>(startValues);
  return (
    <Form
      schema={schema as never}
      validator={validator}
      formData={data}
      liveValidate
      onChange={(event) => setData(event.formData)}
    />
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
