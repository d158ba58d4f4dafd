-- The moment of freezing makes marks public. Before this version it was kept for drafts and reopened marks too.
update project_forms form
set marked_at = null, marked_by = null
where marked_at is not null
  and (status < 3
       or status = 4
          and (select operation from project_activities
               where form_id = form.id and operation in ('lockMark', 'unlockMark')
               order by id desc limit 1) is distinct from 'lockMark');
