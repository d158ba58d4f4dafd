-- Who was revoked before the first sign-in and restored became active without a way in: they activate the account first.
update users set status = 2
where status = 1 and password_hash is null and login_ad is null and last_login_at is null and erased_at is null;
