create view published.form_remarks as
  select id, form_id, user_id, activity_id, text, created_at, answer, answered_by, answered_at, done from form_remarks;
