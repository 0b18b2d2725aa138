-- Made by `npm run db:migration` from the declarations.
alter table variants add column phases jsonb not null default '[]';
alter table bookings add column phases jsonb not null default '[]';
alter table variants add constraint variants_phases_check check (jsonb_typeof(phases) = 'array' and not phases @? '$[8]');
alter table bookings add constraint bookings_phases_check check (jsonb_typeof(phases) = 'array' and not phases @? '$[8]');
