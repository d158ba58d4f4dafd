import type { Publicity, Upcoming } from '@pimis/contract/open-data';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { PUBLISHING_LISTS } from '@pimis/domain/public/public-project';
import { TYPE_IN_PREPARATION, TYPE_IN_REALIZATION } from '@pimis/domain/workflow/phases';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

const SHOWN = 200;

function withoutTotal<Row extends { total: number }>(row: Row): Omit<Row, 'total'> {
  const { total: _, ...own } = row;
  return own;
}

/** For administrators: the projects that become public next, soonest first, and the withheld ones, newest first. */
export async function readPublicity({ db, config }: Context): Promise<Publicity> {
  const upcoming = await sql<Upcoming & { total: number }>`
    with waiting as (
      select items.project_id, lists.type as list, lists.session_on
      from published.project_list_items items join published.project_lists lists on lists.id = items.list_id
      where items.decision is null and lists.type = any(${[...PUBLISHING_LISTS]}::smallint[])
      union all
      select forms.project_id, null, null
      from published.project_forms forms join published.projects on projects.id = forms.project_id
      where forms.code = ${FORM_CODE.plan} and forms.status in (${FORM_STATUS.locked}, ${FORM_STATUS.marked})
        and (projects.type in (${TYPE_IN_REALIZATION}, ${TYPE_IN_PREPARATION}) or projects.migrated) and projects.status <> ${PROJECT_STATUS.archived})
    select projects.code::text as "projectCode", projects.name as "projectName", bodies.name as "organizationName",
           waiting.list, waiting.session_on::text as "sessionOn",
           exists (select from project_withholdings own
                   where own.project_id = projects.id and own.returned_at is null) as withheld,
           count(*) over ()::integer as total
    from waiting
    join published.projects on projects.id = waiting.project_id
    join published.organizations bodies on bodies.id = projects.organization_id
    where not exists (select from published.public_since known where known.project_id = projects.id)
    order by waiting.session_on nulls last, projects.id limit ${SHOWN}`.execute(db);
  const withheld = await sql<Publicity['withheld'][number] & { total: number }>`
    select projects.code::text as "projectCode", projects.name as "projectName", bodies.name as "organizationName",
           own.reason, to_json(own.withheld_at) #>> '{}' as date, count(*) over ()::integer as total
    from project_withholdings own
    join published.projects on projects.id = own.project_id
    join published.organizations bodies on bodies.id = projects.organization_id
    where own.returned_at is null order by own.id desc limit ${SHOWN}`.execute(db);
  return {
    published: config.openDataPrefix !== undefined,
    upcoming: upcoming.rows.map(withoutTotal),
    upcomingTotal: upcoming.rows[0]?.total ?? 0,
    withheld: withheld.rows.map(withoutTotal),
    withheldTotal: withheld.rows[0]?.total ?? 0,
  };
}
