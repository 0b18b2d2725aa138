-- Made by `npm run db:migration` from the declarations.
alter table variants add column allocation text not null default 'priority';
alter table variants add constraint variants_allocation_check check (allocation in ('priority', 'least_booked', 'rotation'));
