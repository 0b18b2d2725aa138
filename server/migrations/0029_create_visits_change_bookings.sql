-- Made by `npm run db:migration` from the declarations.
-- SHUTS until all migrations are done: bookings for reads and writes
drop index bookings_rows_idx;
alter table bookings add column visit_id uuid;
alter table bookings add column visit_index integer;

create table visits (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  reference text not null,
  channel_id uuid not null,
  customer_id uuid,
  same_staff boolean not null default false,
  notes text,
  internal_notes text,
  sends_reminders boolean not null default false,
  ical_sequence integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  search_text text generated always as (search_line(reference)) stored,
  constraint visits_pkey primary key (tenant_id, id),
  constraint visits_reference_check check (char_length(reference) between 1 and 8),
  constraint visits_notes_check check (char_length(notes) between 1 and 5000),
  constraint visits_internal_notes_check check (char_length(internal_notes) between 1 and 5000),
  constraint visits_ical_sequence_check check (ical_sequence between 0 and 2147483647),
  constraint visits_version_check check (version between 1 and 2147483647)
);
create trigger visits_touch before update on visits for each row execute function touch_row();
alter table visits enable row level security;
alter table visits force row level security;
alter table bookings add constraint bookings_visit_index_check check (visit_index between 0 and 2147483647);
alter table bookings add constraint bookings_visit_id_fkey foreign key (tenant_id, visit_id) references visits (tenant_id, id);
create index bookings_visit_id_idx on bookings (tenant_id, visit_id);
create index bookings_rows_idx on bookings (tenant_id, id) include (customer_id, series_id, visit_id);
alter table visits add constraint visits_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table visits add constraint visits_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
alter table visits add constraint visits_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id);
create unique index visits_reference_key on visits (tenant_id, lower(reference));
create index visits_search_idx on visits using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256');
create index visits_channel_id_idx on visits (tenant_id, channel_id);
create index visits_customer_id_idx on visits (tenant_id, customer_id);
create view bookings_by_visit_id as select tenant_id, id, visit_id, channel_id from bookings;
grant create on schema public to slotwise_tenant;
alter view bookings_by_visit_id owner to slotwise_tenant;
revoke create on schema public from slotwise_tenant;
create policy visits_tenant on visits for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy visits_rows_read on visits as restrictive for select to slotwise_limited using (((select ('channels' = any(current_limits('none')) and (current_limits('role') && array['viewer', 'admin', 'owner', 'superuser'] or 'staffKeepToOwn' = any(current_limits('off')) or 'resources' = any(current_limits('none'))))) or ((not (select 'channels' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and "visits_bookings"."channel_id" = any((select current_limits('own.channels')::uuid[])::uuid[]))) or (not (select 'resources' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and exists (select from "allocations" as link where link.tenant_id = (select current_tenant_id()) and "link"."booking_id" = "visits_bookings"."id" and "link"."resource_id" in (select one_by_one((select current_limits('own.resources')::uuid[])))))))));
create policy visits_rows_insert on visits as restrictive for insert to slotwise_limited with check (((select ('channels' = any(current_limits('none')) and (current_limits('role') && array['viewer', 'admin', 'owner', 'superuser'] or 'staffKeepToOwn' = any(current_limits('off')) or 'resources' = any(current_limits('none'))))) or ((not (select 'channels' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and "visits_bookings"."channel_id" = any((select current_limits('own.channels')::uuid[])::uuid[]))) or (not (select 'resources' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and exists (select from "allocations" as link where link.tenant_id = (select current_tenant_id()) and "link"."booking_id" = "visits_bookings"."id" and "link"."resource_id" in (select one_by_one((select current_limits('own.resources')::uuid[])))))))));
create policy visits_rows_update on visits as restrictive for update to slotwise_limited using (((select ('channels' = any(current_limits('none')) and (current_limits('role') && array['viewer', 'admin', 'owner', 'superuser'] or 'staffKeepToOwn' = any(current_limits('off')) or 'resources' = any(current_limits('none'))))) or ((not (select 'channels' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and "visits_bookings"."channel_id" = any((select current_limits('own.channels')::uuid[])::uuid[]))) or (not (select 'resources' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and exists (select from "allocations" as link where link.tenant_id = (select current_tenant_id()) and "link"."booking_id" = "visits_bookings"."id" and "link"."resource_id" in (select one_by_one((select current_limits('own.resources')::uuid[]))))))))) with check (((select ('channels' = any(current_limits('none')) and (current_limits('role') && array['viewer', 'admin', 'owner', 'superuser'] or 'staffKeepToOwn' = any(current_limits('off')) or 'resources' = any(current_limits('none'))))) or ((not (select 'channels' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and "visits_bookings"."channel_id" = any((select current_limits('own.channels')::uuid[])::uuid[]))) or (not (select 'resources' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and exists (select from "allocations" as link where link.tenant_id = (select current_tenant_id()) and "link"."booking_id" = "visits_bookings"."id" and "link"."resource_id" in (select one_by_one((select current_limits('own.resources')::uuid[])))))))));
create policy visits_rows_delete on visits as restrictive for delete to slotwise_limited using (((select ('channels' = any(current_limits('none')) and (current_limits('role') && array['viewer', 'admin', 'owner', 'superuser'] or 'staffKeepToOwn' = any(current_limits('off')) or 'resources' = any(current_limits('none'))))) or ((not (select 'channels' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and "visits_bookings"."channel_id" = any((select current_limits('own.channels')::uuid[])::uuid[]))) or (not (select 'resources' = any(current_limits('none'))) and exists (select from "bookings_by_visit_id" as "visits_bookings" where "visits_bookings"."tenant_id" = (select current_tenant_id()) and "visits_bookings"."visit_id" = "visits"."id" and exists (select from "allocations" as link where link.tenant_id = (select current_tenant_id()) and "link"."booking_id" = "visits_bookings"."id" and "link"."resource_id" in (select one_by_one((select current_limits('own.resources')::uuid[])))))))));
create policy visits_search on visits for select to slotwise_search using (true);
grant select, insert, update, delete on visits to slotwise_tenant;
grant select (tenant_id, id, search_text) on visits to slotwise_search;
