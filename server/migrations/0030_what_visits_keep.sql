-- What no declaration says of visits: the guest and the waits of each part, by index, and whether any order would do.
alter table visits
  add column parts jsonb not null default '[]',
  add column any_order boolean not null default false,
  add constraint visits_parts_check check (jsonb_typeof(parts) = 'array');
