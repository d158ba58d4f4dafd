-- expand: servers of the former version call none of the dropped functions; a job computes what follows from their writes.
-- What the public may know is computed by the server (docs/decisions/0250-projections.md).
drop trigger if exists public_form_approved on project_forms;
drop trigger if exists public_plan_in_force on project_plans;
drop trigger if exists public_decision on project_list_items;
drop trigger if exists public_project_changed on projects;
drop trigger if exists public_document_changed on documents;
drop trigger if exists public_revision_changed on document_revisions;
drop trigger if exists public_revision_added on document_revisions;
drop trigger if exists public_withholding_changed on project_withholdings;
drop function if exists public_form_approved, public_plan_in_force, public_decision, public_project_changed,
  public_document_changed, public_revision_changed, public_withholding_changed, keep_public_form, refresh_public_projects,
  public_form_facts, public_rows, public_since;
