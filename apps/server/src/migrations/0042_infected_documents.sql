-- Somebody hears that a virus was found in a document.
alter table notifications add column document_id integer references documents (id);
alter table notifications drop constraint notifications_check;
alter table notifications add constraint notifications_of_one
  check (num_nonnulls(activity_id, comment_id, document_id) = 1);
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('turn', 'moved', 'decision', 'comment', 'answer', 'mention', 'infected'));
