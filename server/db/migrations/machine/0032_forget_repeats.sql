-- Results are kept for a day, so that a call can be repeated; the process deletes older ones.
create policy idempotency_keys_old on idempotency_keys for all to current_user using (created_at < now() - interval '24 hours');
create function prune_idempotency_keys() returns bigint
  language sql security definer set search_path = public, pg_temp
  as $$
    with pruned as (delete from idempotency_keys where created_at < now() - interval '24 hours' returning 1)
    select count(*) from pruned
  $$;
revoke execute on function prune_idempotency_keys() from public;
grant execute on function prune_idempotency_keys() to slotwise_platform;

-- What an answer said of somebody who is to be forgotten goes with them; a retry of that call is then a new one.
create function forget_repeats(ids uuid[]) returns void
  language sql set search_path = public, pg_temp
  as $$
    -- Not that of the call that has them forgotten: it knows them no more, and may be repeated, too.
    delete from idempotency_keys where tenant_id = current_tenant_id() and xmin <> pg_current_xact_id()::xid
      and exists (select from unnest(ids) as person where idempotency_keys.result like '%' || person || '%')
  $$;
revoke execute on function forget_repeats(uuid[]) from public;
grant execute on function forget_repeats(uuid[]) to slotwise_tenant;
