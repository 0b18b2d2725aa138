-- Written by hand: who fills the room for pictures above tenants. Hashes, forgotten after a day.
alter table platform_files add column network text;
alter table platform_files add column wide_network text;

-- Uploads above tenants that no record ever referred to.
create function prune_platform_files(before timestamptz) returns bigint
  language sql security definer set search_path = public, pg_temp
  as $$
    with forgotten as (update platform_files set network = null, wide_network = null
        where network is not null and created_at < now() - interval '1 day'),
      pruned as (delete from platform_files where not is_used and created_at < before returning 1)
    select count(*) from pruned
  $$;
revoke execute on function prune_platform_files(timestamptz) from public;
grant execute on function prune_platform_files(timestamptz) to slotwise_platform;
