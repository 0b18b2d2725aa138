-- Made by `npm run db:migration` from the declarations.
-- SHUTS until all migrations are done: variants for reads and writes
alter table variants drop constraint variants_allocation_check;
alter table variants add column weights jsonb not null default '[]';
alter table variants add constraint variants_allocation_check check (allocation in ('priority', 'least_booked', 'weighted', 'rotation')) not valid;
alter table variants add constraint variants_weights_check check (jsonb_typeof(weights) = 'array' and not weights @? '$[100]') not valid;
