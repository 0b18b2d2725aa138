-- Written by hand: what no declaration of a record can say, and no answer tells. Feeds are found by the hash of their token,
-- before their tenant is known.

create table calendar_feed_secrets (
  tenant_id uuid not null,
  calendar_feed_id uuid not null,
  -- SHA-256 of 256 random bits: nothing to guess, so nothing to slow down.
  hash bytea not null,
  -- Apart from the feed's own row, so that reading is no change of it.
  read_at timestamptz(3),
  constraint calendar_feed_secrets_pkey primary key (tenant_id, calendar_feed_id),
  constraint calendar_feed_secrets_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint calendar_feed_secrets_hash_key unique (tenant_id, hash),
  constraint calendar_feed_secrets_calendar_feed_id_fkey foreign key (tenant_id, calendar_feed_id)
    references calendar_feeds (tenant_id, id) on delete cascade,
  constraint calendar_feed_secrets_hash_check check (octet_length(hash) = 32)
);
create index calendar_feed_secrets_hash_idx on calendar_feed_secrets (hash);
alter table calendar_feed_secrets enable row level security;
alter table calendar_feed_secrets force row level security;
create policy calendar_feed_secrets_tenant on calendar_feed_secrets for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy calendar_feed_secrets_platform on calendar_feed_secrets for select to slotwise_platform using (true);
grant select, insert, update, delete on calendar_feed_secrets to slotwise_tenant;
grant select on calendar_feed_secrets to slotwise_platform;
