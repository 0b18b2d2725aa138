-- Made by `npm run db:migration` from the declarations.

create table saved_views (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  resource text not null,
  visibility text not null default 'private',
  is_default boolean not null default false,
  filters jsonb not null default '{}',
  q text,
  sort text,
  "order" text,
  columns text[] not null default '{}',
  per_page integer,
  owner_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint saved_views_pkey primary key (tenant_id, id),
  constraint saved_views_name_check check (char_length(name) between 1 and 60),
  constraint saved_views_resource_check check (char_length(resource) between 1 and 60),
  constraint saved_views_visibility_check check (visibility in ('private', 'shared')),
  constraint saved_views_filters_check check (jsonb_typeof(filters) = 'object' and octet_length(filters::text) <= 181500),
  constraint saved_views_q_check check (char_length(q) between 1 and 200),
  constraint saved_views_sort_check check (char_length(sort) between 1 and 200),
  constraint saved_views_order_check check ("order" in ('ASC', 'DESC')),
  constraint saved_views_columns_check check (cardinality(columns) <= 60),
  constraint saved_views_per_page_check check (per_page between 1 and 100),
  constraint saved_views_version_check check (version between 1 and 2147483647)
);
create trigger saved_views_touch before update on saved_views for each row execute function touch_row();
alter table saved_views enable row level security;
alter table saved_views force row level security;
alter table saved_views add constraint saved_views_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table saved_views add constraint saved_views_owner_id_fkey foreign key (owner_id) references users (id);
create index saved_views_name_idx on saved_views (tenant_id, lower(name), id);
create index saved_views_owner_id_idx on saved_views (owner_id);
create policy saved_views_tenant on saved_views for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy saved_views_rows_read on saved_views as restrictive for select to slotwise_tenant using (("saved_views"."visibility" in ('shared') or "saved_views"."owner_id" = (select current_user_id())));
create policy saved_views_rows_insert on saved_views as restrictive for insert to slotwise_tenant with check (("saved_views"."visibility" in ('shared') or "saved_views"."owner_id" = (select current_user_id())));
create policy saved_views_rows_update on saved_views as restrictive for update to slotwise_tenant using (("saved_views"."visibility" in ('shared') or "saved_views"."owner_id" = (select current_user_id()))) with check (("saved_views"."visibility" in ('shared') or "saved_views"."owner_id" = (select current_user_id())));
create policy saved_views_rows_delete on saved_views as restrictive for delete to slotwise_tenant using (("saved_views"."visibility" in ('shared') or "saved_views"."owner_id" = (select current_user_id())));
grant select, insert, update, delete on saved_views to slotwise_tenant;

-- By hand (server/core/savedViews).
-- Private ones apart: an admin who renames a shared one learns nothing of its owner's private ones.
create unique index saved_views_owner_key on saved_views (tenant_id, owner_id, resource, visibility, lower(name));

-- With which view a list opens for one person.
create table saved_view_defaults (
  tenant_id uuid not null,
  user_id uuid not null,
  resource text not null,
  view_id uuid not null,
  constraint saved_view_defaults_pkey primary key (tenant_id, user_id, resource),
  constraint saved_view_defaults_view_id_fkey foreign key (tenant_id, view_id) references saved_views (tenant_id, id) on delete cascade
);
create index saved_view_defaults_view_id_idx on saved_view_defaults (tenant_id, view_id);
alter table saved_view_defaults enable row level security;
alter table saved_view_defaults force row level security;
create policy saved_view_defaults_own on saved_view_defaults for all to slotwise_tenant
  using (tenant_id = (select current_tenant_id()) and user_id = (select current_user_id()))
  with check (tenant_id = (select current_tenant_id()) and user_id = (select current_user_id()));
grant select, insert, update, delete on saved_view_defaults to slotwise_tenant;

-- Whoever leaves a tenant leaves the shared views. Nobody else sees the private ones, so the owner of the tables deletes them.
create policy saved_views_owner on saved_views for all to current_user using (true) with check (true);
create policy saved_view_defaults_owner on saved_view_defaults for all to current_user using (true) with check (true);

create function forget_views_of_member() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      delete from saved_views
        where tenant_id = old.tenant_id and owner_id = old.user_id and visibility = 'private';
      delete from saved_view_defaults where tenant_id = old.tenant_id and user_id = old.user_id;
      return null;
    end
  $$;
create trigger memberships_forget_views after delete on memberships
  for each row execute function forget_views_of_member();

create function forget_views_of_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      delete from saved_views where owner_id = old.id and visibility = 'private';
      update saved_views set owner_id = null where owner_id = old.id;
      delete from saved_view_defaults where user_id = old.id;
      return old;
    end
  $$;
create trigger users_forget_views before delete on users
  for each row execute function forget_views_of_user();
revoke execute on function forget_views_of_member(), forget_views_of_user() from public;
