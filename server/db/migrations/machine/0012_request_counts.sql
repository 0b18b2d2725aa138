-- How often somebody called lately, over all processes. Unlogged: what a crash loses here, nobody misses.
create unlogged table request_counts (
  -- SHA-256 of the account or network: the addresses of people are not kept in the clear
  subject text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (subject, window_start)
);
create index request_counts_window_start_idx on request_counts (window_start);
grant select, insert, update, delete on request_counts to slotwise_platform;
alter table request_counts enable row level security;
alter table request_counts force row level security;
create policy request_counts_platform on request_counts for all to slotwise_platform using (true) with check (true);
