import { createContext, useContext } from 'react';
import type { Field, Viewer } from '@pimis/domain/forms/types';
import type { FormStore } from './store.ts';

export interface EditorContext {
  store: FormStore;
  projectCode: string;
  /** May this field be changed by this user now? */
  editable: (field: Field) => boolean;
  viewer: Viewer;
  /** What keeps flagged figures from being changed. */
  lockState: { foreignFunds: boolean; fromEarlier: boolean };
  currentYear: number;
}

export const FormContext = createContext<EditorContext | null>(null);

export function useEditor(): EditorContext {
  const context = useContext(FormContext);
  if (!context) throw new Error('No form editor around this field');
  return context;
}
