import { createContext, useContext } from 'react';
import type { Field, Viewer } from '@pimis/domain/forms/types';
import type { FormStore } from './store.ts';

export interface EditorContext {
  store: FormStore;
  projectCode: string;
  /** Returns whether this user may change the field now. */
  editable: (field: Field) => boolean;
  viewer: Viewer;
  /** Why flagged figures cannot be changed. */
  lockState: { foreignFunds: boolean; fromEarlier: boolean };
  currentYear: number;
}

export const FormContext = createContext<EditorContext | null>(null);

export function useEditor(): EditorContext {
  const context = useContext(FormContext);
  if (!context) throw new Error('No form editor around this field');
  return context;
}
