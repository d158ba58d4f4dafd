create view published.treasury_branches as
  select code, name, valid_from, valid_to from treasury_branches;
