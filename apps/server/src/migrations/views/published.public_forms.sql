-- Approved revisions of public projects, with the values that may be public (public/form-facts.ts of the domain).
create view published.public_forms as
  select forms.project_id, forms.form_id, forms.revision, forms.code, own.name, forms.approved_at, forms.approved_on,
         forms.facts
  from public_forms forms
  join public_projects on public_projects.project_id = forms.project_id and not public_projects.withheld
  join published.project_forms own on own.id = forms.form_id;
