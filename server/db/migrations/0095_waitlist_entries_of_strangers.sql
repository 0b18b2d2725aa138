-- Written by hand: whose offers count against what strangers may cause (docs/domain.md#notifications).
alter table waitlist_entries
  -- A visitor made it, and nobody else vouches for the address.
  add column is_strangers boolean not null default false;
