-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).
-- Who changed what in a tenant (docs/domain.md#the-audit-log). No declaration makes this table, since
-- nobody edits its rows.

create table audit_entries (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  -- Tells entries of one millisecond apart.
  sequence bigint generated always as identity,
  -- When it was written, not when its transaction began: of two changes of one record, the later one says so.
  at timestamptz(3) not null default clock_timestamp(),
  actor_type text not null,
  -- No foreign keys: entries outlive the users and the records that they name.
  actor_id uuid,
  actor_name text,
  action text not null,
  entity_type text not null,
  entity_id uuid,
  entity_label text,
  changes jsonb not null default '{}',
  reason text,
  ip text,
  request_id text,
  -- The declared action by which something was done; null for creating, changing and deleting.
  via text,
  constraint audit_entries_pkey primary key (tenant_id, id),
  constraint audit_entries_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint audit_entries_actor_type_check check (actor_type in ('user', 'customer', 'system', 'api_key')),
  constraint audit_entries_action_check check (action in ('created', 'updated', 'deleted', 'status_changed',
    'generated', 'exported', 'rotated', 'revoked', 'redriven', 'resent', 'sent_test')),
  constraint audit_entries_changes_check check (jsonb_typeof(changes) = 'object')
);
create index audit_entries_entity_idx on audit_entries (tenant_id, entity_type, entity_id, at desc, sequence desc);
create index audit_entries_at_idx on audit_entries (tenant_id, at desc, sequence desc);
create index audit_entries_actor_id_idx on audit_entries (tenant_id, actor_id, at desc, sequence desc);
alter table audit_entries enable row level security;
alter table audit_entries force row level security;

-- Neither role may change or delete an entry. The platform writes what superusers do to a tenant.
create policy audit_entries_tenant on audit_entries for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy audit_entries_platform on audit_entries for all to slotwise_platform using (true) with check (true);
grant select, insert on audit_entries to slotwise_tenant, slotwise_platform;

-- The one exception: a person who is to be forgotten. Which fields changed stays known, what they held does not.
create policy audit_entries_forget on audit_entries for all to current_user using (tenant_id = (select current_tenant_id()));
create function forget_in_audit_log(of_type text, ids uuid[]) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    update audit_entries set entity_label = null, reason = null, changes = coalesce(
      (select jsonb_object_agg(field, '{"from": null, "to": null}'::jsonb) from jsonb_object_keys(changes) as field), '{}')
    where tenant_id = current_tenant_id() and entity_type = of_type and entity_id = any(ids)
  $$;
revoke execute on function forget_in_audit_log(text, uuid[]) from public;
grant execute on function forget_in_audit_log(text, uuid[]) to slotwise_tenant;
