create view published.municipalities as
  select id, name, district_code from municipalities;
