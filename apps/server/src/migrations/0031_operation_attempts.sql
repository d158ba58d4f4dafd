-- Which taking up of an operation counts: whoever was taken for dead and still runs can neither tell progress nor end it.
alter table operations add column attempt smallint not null default 0;
