import { type RawBuilder, sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import { PLACED_FORMS, type PlacedForm, type Places, placesOf } from '@pimis/domain/portfolio/places';
import { setPlaces } from '../projects/kept.ts';
import { inIds } from '../../platform/database/prepared-statements.ts';
import { listed, oneOf } from './listed.ts';
import { projection } from './projection.ts';

interface Input {
  forms: PlacedForm[];
  known: Places;
}
type Selected = { projectId: number; known: Places; forms: PlacedForm[] };

/** The level in form values, and those of its municipalities that are in the registry. */
const said = (values: RawBuilder<unknown>) => sql`
  ${values} #> '{basic,level}' as level,
  case when json_typeof(${values} #> '{basic,locations}') = 'array' then (
    select json_agg(json_build_object('id', places.id, 'district', places.district_code))
    from json_array_elements(${values} #> '{basic,locations}') named
    join published.municipalities places on places.id = named ->> 'id') end as places`;

/** Level and places of projects, from the newest locked form or plan in force. */
export const PLACES = projection<Selected, Input, Places>({
  name: 'places',
  version: 1,
  sources: ['project_forms', 'form_revisions', 'project_plans'],
  select: (projectIds) => sql<Selected>`
      select projects.id as "projectId",
        json_build_object('level', projects.level, 'districts', projects.districts, 'municipalities', projects.municipalities) as known,
        ${listed(sql`json_agg(json_build_object('formId', form_id, 'level', level, 'places', coalesce(places, '[]')) order by form_id, ordinal)
          from (
            select forms.id as form_id, 0 as ordinal, ${said(sql`newest.input`)}
            from published.project_forms forms
            join lateral (select input from published.form_revisions revisions where revisions.form_id = forms.id
                          order by revision desc limit 1) newest on true
            where forms.project_id = projects.id and forms.status <> ${sql.lit(FORM_STATUS.unlocked)}
              and forms.code ${oneOf(PLACED_FORMS)}
            union all
            select form_id, ordinal, ${said(sql`plan`)} from published.project_plans where project_id = projects.id) said`)} as forms
      from published.projects where projects.id ${inIds(projectIds)}`,
  state: ({ forms, known }) => ({ input: { forms, known }, kept: [known] }),
  compute: ({ forms, known }) => [placesOf(forms, known)],
  write: (tx, changed) =>
    setPlaces(
      tx,
      changed.flatMap(({ projectId, rows }) => rows.map((places) => ({ projectId, ...places }))),
    ),
});
