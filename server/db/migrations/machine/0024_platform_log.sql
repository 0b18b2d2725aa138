-- Made by `npm run db:migration` from the declarations in src/resources.

create table platform_log (
  id uuid not null default uuid_v7(),
  at timestamptz(3) not null,
  kind text not null,
  subject text,
  actor text,
  tenant text,
  details text,
  network text,
  device text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint platform_log_pkey primary key (id),
  constraint platform_log_kind_check check (kind in ('signed_in', 'sign_in_failed', 'sign_in_refused', 'session_ended', 'password_changed', 'email_changed', 'factor_added', 'factor_removed', 'superuser_granted', 'superuser_revoked', 'user_deactivated', 'user_activated', 'user_deleted', 'member_added', 'member_changed', 'member_removed', 'tenant_created', 'tenant_suspended', 'tenant_resumed', 'tenant_deleted', 'data_exported')),
  constraint platform_log_subject_check check (char_length(subject) between 1 and 254),
  constraint platform_log_actor_check check (char_length(actor) between 1 and 254),
  constraint platform_log_tenant_check check (char_length(tenant) between 1 and 200),
  constraint platform_log_details_check check (char_length(details) between 1 and 600),
  constraint platform_log_network_check check (char_length(network) between 1 and 64),
  constraint platform_log_device_check check (char_length(device) between 1 and 300),
  constraint platform_log_version_check check (version between 1 and 2147483647)
);
create trigger platform_log_touch before update on platform_log for each row execute function touch_row();
alter table platform_log enable row level security;
alter table platform_log force row level security;
create index platform_log_at_idx on platform_log (at, id);
create policy platform_log_platform on platform_log for all to slotwise_platform using (true) with check (true);
grant select, insert on platform_log to slotwise_platform;
