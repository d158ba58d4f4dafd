create view published.districts as
  select code, name from districts;
