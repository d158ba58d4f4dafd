create view published.clients as
  select user_id as id, claims, addresses, expires_on from clients where revoked_at is null;
