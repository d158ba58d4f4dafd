import { type AnyRouter, useParams } from '@tanstack/react-router';

/** What the addresses of the screens name: the parameters of the paths in `routes/`. */
export interface AddressNames {
  readonly projectCode?: string;
  readonly projectPhaseId?: string;
  readonly documentId?: string;
  readonly revisionId?: string;
  readonly phaseFormId?: string;
  readonly formType?: string;
  readonly revision?: string;
  readonly optionsTab?: string;
  readonly registryCode?: string;
  readonly rowId?: string;
  readonly organizationId?: string;
  readonly listType?: string;
  readonly listName?: string;
  readonly login?: string;
  readonly roleId?: string;
}

// The router's own types know these names from the tree of routes, which imports the screens: asked from a screen they
// are circular, and the compiler falls back to `any` without a word.
export const useAddress = () => useParams<AnyRouter, undefined, false>({ strict: false }) as AddressNames;
