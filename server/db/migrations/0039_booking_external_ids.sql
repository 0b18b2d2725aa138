-- Made by `npm run db:migration` from the declarations in src/resources.
alter table bookings add column external_id text;
alter table bookings add column metadata jsonb not null default '{}';
alter table bookings add constraint bookings_external_id_check check (char_length(external_id) between 1 and 120);
alter table bookings add constraint bookings_metadata_check check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 61000);
create unique index bookings_external_id_key on bookings (tenant_id, lower(external_id));
