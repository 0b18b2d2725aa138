-- Made by `npm run db:migration` from the declarations in src/resources.

create table tenants (
  id uuid not null default uuid_v7(),
  name text not null,
  slug text not null,
  time_zone text not null,
  currency text not null default 'EUR',
  locale text not null default 'en',
  week_starts_on smallint not null default 1,
  time_format text not null default 'h24',
  contact_email text,
  contact_phone text,
  website_url text,
  hold_minutes integer not null default 10,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint tenants_pkey primary key (id),
  constraint tenants_name_check check (char_length(name) between 1 and 120),
  constraint tenants_slug_check check (char_length(slug) between 2 and 63 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint tenants_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint tenants_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint tenants_locale_check check (locale in ('en', 'de')),
  constraint tenants_week_starts_on_check check (week_starts_on between 1 and 7),
  constraint tenants_time_format_check check (time_format in ('h24', 'h12')),
  constraint tenants_contact_email_check check (char_length(contact_email) <= 254 and contact_email = lower(contact_email)),
  constraint tenants_contact_phone_check check (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint tenants_website_url_check check (char_length(website_url) <= 2000 and website_url ~* '^https://'),
  constraint tenants_hold_minutes_check check (hold_minutes between 1 and 60),
  constraint tenants_version_check check (version between 1 and 2147483647)
);
create trigger tenants_touch before update on tenants for each row execute function touch_row();
alter table tenants enable row level security;
alter table tenants force row level security;

create table users (
  id uuid not null default uuid_v7(),
  email text not null,
  name text,
  user_type text not null default 'user',
  is_active boolean not null default true,
  phone text,
  avatar_url text,
  locale text,
  time_zone text,
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint users_pkey primary key (id),
  constraint users_email_check check (char_length(email) <= 254 and email = lower(email)),
  constraint users_name_check check (char_length(name) between 1 and 120),
  constraint users_user_type_check check (user_type in ('superuser', 'user')),
  constraint users_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint users_avatar_url_check check (char_length(avatar_url) <= 2000 and avatar_url ~* '^https://'),
  constraint users_locale_check check (locale in ('en', 'de')),
  constraint users_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint users_version_check check (version between 1 and 2147483647)
);
create trigger users_touch before update on users for each row execute function touch_row();
alter table users enable row level security;
alter table users force row level security;

create table memberships (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  user_id uuid not null,
  role text not null default 'staff',
  joined_at timestamptz(3) not null default now(),
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint memberships_pkey primary key (tenant_id, id),
  constraint memberships_role_check check (role in ('owner', 'admin', 'staff', 'viewer')),
  constraint memberships_version_check check (version between 1 and 2147483647)
);
create trigger memberships_touch before update on memberships for each row execute function touch_row();
alter table memberships enable row level security;
alter table memberships force row level security;

create table channels (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  code text not null,
  kind text not null default 'online',
  description text,
  auto_confirm boolean not null default true,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint channels_pkey primary key (tenant_id, id),
  constraint channels_name_check check (char_length(name) between 1 and 120),
  constraint channels_code_check check (char_length(code) between 1 and 63 and code ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint channels_kind_check check (kind in ('back_office', 'online', 'phone', 'walk_in', 'partner', 'api')),
  constraint channels_description_check check (char_length(description) between 1 and 2000),
  constraint channels_version_check check (version between 1 and 2147483647)
);
create trigger channels_touch before update on channels for each row execute function touch_row();
alter table channels enable row level security;
alter table channels force row level security;
create unique index tenants_slug_key on tenants (slug);
create index tenants_name_idx on tenants (lower(name), id);
create unique index users_email_key on users (email);
alter table memberships add constraint memberships_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table memberships add constraint memberships_user_id_fkey foreign key (user_id) references users (id);
create unique index memberships_user_id_key on memberships (tenant_id, user_id);
create index memberships_joined_at_idx on memberships (tenant_id, joined_at, id);
create index memberships_user_id_idx on memberships (user_id);
alter table channels add constraint channels_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index channels_name_key on channels (tenant_id, lower(name));
create unique index channels_code_key on channels (tenant_id, code);
create policy tenants_own_read on tenants for select to slotwise_tenant using (id = (select current_tenant_id()));
create policy tenants_own_write on tenants for update to slotwise_tenant using (id = (select current_tenant_id())) with check (id = (select current_tenant_id()));
create policy tenants_platform on tenants for all to slotwise_platform using (true) with check (true);
grant select, update (name, slug, time_zone, currency, locale, week_starts_on, time_format, contact_email, contact_phone, website_url, hold_minutes) on tenants to slotwise_tenant;
grant select, insert, update, delete on tenants to slotwise_platform;
create policy users_fellow_members on users for select to slotwise_tenant using (id in (select user_id from memberships where tenant_id = (select current_tenant_id())));
create policy users_platform on users for all to slotwise_platform using (true) with check (true);
grant select on users to slotwise_tenant;
grant select, insert, update, delete on users to slotwise_platform;
create policy memberships_tenant on memberships for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy memberships_platform on memberships for all to slotwise_platform using (true) with check (true);
grant select, insert, update, delete on memberships to slotwise_tenant;
grant select, insert, update, delete on memberships to slotwise_platform;
create policy channels_tenant on channels for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on channels to slotwise_tenant;
