-- A notice is read in English too, where somebody has written it so.
alter table notices add column title_en text;
alter table notices add column text_en text;
alter table notices add check ((title_en is null) = (text_en is null));
