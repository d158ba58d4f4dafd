-- All absences, including ended and withdrawn ones; published.stand_ins has those in force.
create view published.absences as
  select id, user_id, acting_user_id, first_day, last_day from stand_ins;
