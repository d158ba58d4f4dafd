import type { ComponentType, SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  size?: number;
  /** Width of the line, on a drawing of 24 units. */
  stroke?: number;
}

export type Icon = ComponentType<IconProps>;

/** An icon of these paths, in the colour of the text around it. */
export function pathIcon(paths: readonly string[], filled: boolean): Icon {
  return function PathIcon({ size = 24, stroke = 2, color = 'currentColor', ...rest }: IconProps) {
    const drawn = filled
      ? { fill: color, stroke: 'none' }
      : ({
          fill: 'none',
          stroke: color,
          strokeWidth: stroke,
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
        } as const);
    return (
      <svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} viewBox="0 0 24 24" {...drawn} {...rest}>
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  };
}
