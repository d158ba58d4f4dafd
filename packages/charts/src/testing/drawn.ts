import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A chart as the text of its drawing, and the texts in it. */
export function drawn<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return renderToStaticMarkup(createElement(component, props));
}

/** The names of the marks. */
export const labelsIn = (svg: string) =>
  [...svg.matchAll(/class="chart-mark"[^>]*><title>([^<]*)</g)].map(([, name]) => name);

/** Numbers of an attribute of every shape. */
export const shapes = (svg: string, name: string) =>
  [...svg.matchAll(/<rect class="chart-shape"[^>]*>/g)].map(([tag]) =>
    Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]),
  );
