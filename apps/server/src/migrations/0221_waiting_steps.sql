-- expand: adds an index.
-- A logout at a provider looks for sign-ins that wait for their second step, at a call that anybody may make.
create index user_tokens_waiting_steps on user_tokens (expires_at) where kind = 'second_step' and used_at is null;
