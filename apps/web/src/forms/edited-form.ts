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
  /** Called with the values that the accepted save sent; input beside them stays. `follows`: a revision is read after it. */
  onSaved: (sent: FormValues, follows: boolean) => void;
}
