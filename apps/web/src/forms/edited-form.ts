import type { ProjectForm } from '@pimis/contract/forms';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import type { FormProject } from './api.ts';
import type { FormStore } from './store.ts';

/** A form while somebody works on it. */
export interface EditedForm {
  store: FormStore;
  form: ProjectForm;
  definition: FormDefinition;
  project: FormProject;
  mayEdit: boolean;
  draft: { storedAt: string | null; isUnkept: boolean; base: number };
  /** Called with the values of an accepted save; later input stays. `follows`: the saved revision will be loaded. */
  onSaved: (sent: FormValues, follows: boolean) => void;
}
