-- Notes of banks whose year of ending is not confirmed say so in the words of the office; a note that somebody has
-- written since stays (docs/decisions/0085-uncertain-codes.md).
update banks set note = replace(note, 'дан престанка није утврђен, година по сећању', 'дан престанка није утврђен, година није потврђена')
where note like '%; дан престанка није утврђен, година по сећању';
