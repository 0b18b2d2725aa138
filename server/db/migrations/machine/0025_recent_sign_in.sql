-- When the person last proved who they are without signing in anew: by the password, or a code from a mail.
alter table auth_service.sessions add column reauthenticated_at timestamptz;

-- The session that did it, also when it has ended since: what a session planted that was thrown out can be told by it.
alter table auth_service.factors add column enrolled_by uuid;
