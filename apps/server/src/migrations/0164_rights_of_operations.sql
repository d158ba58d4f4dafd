-- expand: keeps with an operation the rights by which its file was made.
-- The file holds what its user saw. Without the column, one that was made before a change of rights stays open for a day.
alter table operations add column rights text;
comment on column operations.rights is 'Hash of the role, organization and claims of the user when the operation was started; null where it makes no file.';
