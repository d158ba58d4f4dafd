import { TIMELINE_ZOOMS, type TimelineView, type TimelineZoom } from '@pimis/charts/timeline-window';

/** A timeline opens with years, beginning with the last one. */
export const USUAL_ZOOM: TimelineZoom = 'year';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The view in the URL; an unknown zoom or month is ignored. */
export function viewOf(search: { zoom?: unknown; from?: unknown }): TimelineView {
  const zoom = TIMELINE_ZOOMS.find((name) => name === search.zoom) ?? USUAL_ZOOM;
  const from =
    typeof search.from === 'string' && MONTH.test(search.from) && search.from >= '0001' ? search.from : undefined;
  return { zoom, from };
}

/** The parameters of a view; those of the usual one are left out. */
export const searchOf = ({ zoom, from }: TimelineView) => ({ zoom: zoom === USUAL_ZOOM ? undefined : zoom, from });
