create view published.form_revisions as
  select form_id, revision, input, data, validation, user_name, created_at from form_revisions;
