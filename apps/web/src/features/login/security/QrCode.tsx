import { generate } from 'lean-qr';

const QUIET = 4;

/** A QR code; dark on light in every theme, with the border that cameras need. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const bitmap = generate(value);
  const cells = Array.from({ length: bitmap.size * bitmap.size }, (_, index) => ({
    x: index % bitmap.size,
    y: Math.floor(index / bitmap.size),
  })).filter(({ x, y }) => bitmap.get(x, y));
  const side = bitmap.size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      width="200"
      height="200"
      shapeRendering="crispEdges"
      style={{ background: '#fff', display: 'block' }}
    >
      <path d={cells.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} fill="#000" />
    </svg>
  );
}
