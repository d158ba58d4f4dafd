create view published.form_remarks as
  select id, form_id, user_id, activity_id, done from form_remarks;
