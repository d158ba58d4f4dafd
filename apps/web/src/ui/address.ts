import { type AnyRouter, useParams } from '@tanstack/react-router';

/** Path parameters of the screens in `routes/`. */
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
  readonly scenarioId?: string;
  readonly login?: string;
  readonly roleId?: string;
  readonly clientId?: string;
  readonly webhookId?: string;
}

// The router's types derive the names from the route tree, which imports the screens. Used in a screen they are
// circular, and the compiler falls back to `any` silently.
export const useAddress = () => useParams<AnyRouter, undefined, false>({ strict: false }) as AddressNames;

/** Whether a part of an address is the number of a row. */
export const isRowNumber = (text: string): boolean => /^\d{1,9}$/.test(text);
