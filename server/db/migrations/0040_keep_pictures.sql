-- Made by `npm run db:migration` from the declarations in src/resources.
-- LOSES: The column tenants.logo_url and what is in it.
-- LOSES: The column users.avatar_url and what is in it.
-- LOSES: The column resources.image_url and what is in it.
-- LOSES: The column catalog_items.image_url and what is in it.
alter table tenants drop constraint tenants_logo_url_check;
revoke all on tenants from slotwise_tenant;
alter table users drop constraint users_avatar_url_check;
alter table resources drop constraint resources_image_url_check;
alter table catalog_items drop constraint catalog_items_image_url_check;
alter table tenants drop column logo_url;
alter table tenants add column logo_id uuid;
alter table tenants add column logo_facts jsonb;
alter table users drop column avatar_url;
alter table users add column avatar_id uuid;
alter table users add column avatar_facts jsonb;
alter table resources drop column image_url;
alter table resources add column image_id uuid;
alter table resources add column image_facts jsonb;
alter table catalog_items drop column image_url;
alter table catalog_items add column image_id uuid;
alter table catalog_items add column image_facts jsonb;
alter table tenants add constraint tenants_logo_check check ((logo_id is null) = (logo_facts is null));
alter table users add constraint users_avatar_check check ((avatar_id is null) = (avatar_facts is null));
alter table resources add constraint resources_image_check check ((image_id is null) = (image_facts is null));
alter table catalog_items add constraint catalog_items_image_check check ((image_id is null) = (image_facts is null));
alter table tenants add constraint tenants_logo_id_fkey foreign key (id, logo_id) references files (tenant_id, id);
create index tenants_logo_id_idx on tenants (id, logo_id);
alter table users add constraint users_avatar_id_fkey foreign key (avatar_id) references platform_files (id);
create index users_avatar_id_idx on users (avatar_id);
alter table resources add constraint resources_image_id_fkey foreign key (tenant_id, image_id) references files (tenant_id, id);
create index resources_image_id_idx on resources (tenant_id, image_id);
alter table catalog_items add constraint catalog_items_image_id_fkey foreign key (tenant_id, image_id) references files (tenant_id, id);
create index catalog_items_image_id_idx on catalog_items (tenant_id, image_id);
create trigger tenants_logo_id_keep after insert or update of logo_id on tenants for each row when (new.logo_id is not null) execute function keep_file('files', 'logo_id', 'id');
create trigger tenants_logo_id_release after delete or update of logo_id on tenants for each row when (old.logo_id is not null) execute function release_file('files', 'logo_id', 'id');
create trigger users_avatar_id_keep after insert or update of avatar_id on users for each row when (new.avatar_id is not null) execute function keep_file('platform_files', 'avatar_id', '');
create trigger users_avatar_id_release after delete or update of avatar_id on users for each row when (old.avatar_id is not null) execute function release_file('platform_files', 'avatar_id', '');
create trigger resources_image_id_keep after insert or update of image_id on resources for each row when (new.image_id is not null) execute function keep_file('files', 'image_id', 'tenant_id');
create trigger resources_image_id_release after delete or update of image_id on resources for each row when (old.image_id is not null) execute function release_file('files', 'image_id', 'tenant_id');
create trigger catalog_items_image_id_keep after insert or update of image_id on catalog_items for each row when (new.image_id is not null) execute function keep_file('files', 'image_id', 'tenant_id');
create trigger catalog_items_image_id_release after delete or update of image_id on catalog_items for each row when (old.image_id is not null) execute function release_file('files', 'image_id', 'tenant_id');
grant select, update (name, time_zone, currency, locale, week_starts_on, time_format, contact_email, contact_phone, website_url, address, logo_id, logo_facts, brand_color, default_schedule_id, hold_minutes, staff_keep_to_own, require_second_factor, auto_complete, retention_months) on tenants to slotwise_tenant;
