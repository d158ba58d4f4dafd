import type { Paint } from '@pimis/charts/svg';
import type { ReactElement } from 'react';

/** A chart in a state, drawn at a width. */
export interface ChartExample {
  name: string;
  draw: (width: number, paint?: Paint) => ReactElement;
}
