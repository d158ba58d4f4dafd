create view published.webhooks as
  select id, name from webhooks;
