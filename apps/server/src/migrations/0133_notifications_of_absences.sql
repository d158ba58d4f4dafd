-- Who is away and who stands in are told in the bell; such a notification is of an absence and of no project.
alter table notifications
  alter column project_id drop not null,
  alter column phase drop not null,
  alter column phase_status drop not null,
  add column stand_in_id integer references stand_ins,
  -- Who entered or ended the absence.
  add column told_by integer references users,
  drop constraint notifications_of_one,
  add constraint notifications_of_one check (num_nonnulls(activity_id, comment_id, document_id, stand_in_id) = 1),
  add constraint notifications_of_project check (num_nonnulls(project_id, phase, phase_status) = case when stand_in_id is null then 3 else 0 end),
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (
    kind in ('turn', 'moved', 'decision', 'comment', 'answer', 'mention', 'infected', 'absence', 'absenceEnd')),
  add constraint notifications_of_absence check ((stand_in_id is not null) = (kind in ('absence', 'absenceEnd'))),
  add constraint notifications_told_by check ((told_by is not null) = (stand_in_id is not null));
