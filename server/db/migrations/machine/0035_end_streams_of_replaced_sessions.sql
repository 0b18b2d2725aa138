-- A session that gets another id is over for whoever has its old tokens.
create trigger sessions_replaced after update on auth_service.sessions
  for each row when (old.id is distinct from new.id)
  execute function tell_of_lost_access();
