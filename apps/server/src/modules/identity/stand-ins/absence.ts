import { type RawBuilder, sql } from 'kysely';
import type { Away } from '@pimis/contract/stand-ins';
import { USER_STATUS } from '@pimis/domain/constants';

/** SQL: the absence of a user on a day (YYYY-MM-DD), as shown next to the name; null if the user is not away. */
export const absenceOf = (userId: RawBuilder<unknown>, day: string): RawBuilder<Away | null> => sql<Away | null>`(
  select json_build_object('lastDay', stand_ins.last_day, 'standIn', stand_in.name)
  from published.stand_ins
  left join published.users stand_in
    on stand_in.id = stand_ins.acting_user_id and stand_in.status = ${sql.lit(USER_STATUS.active)}
  where stand_ins.user_id = ${userId} and ${day}::date between stand_ins.first_day and stand_ins.last_day)`;
