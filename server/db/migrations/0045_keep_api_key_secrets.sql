-- Written by hand: what no declaration of a record can say, and no answer tells. Keys are found by their hash, before their
-- tenant is known.

alter table api_keys add column created_by uuid;
create unique index api_keys_name_key on api_keys (tenant_id, lower(name)) where revoked_at is null;

create table api_key_secrets (
  tenant_id uuid not null,
  api_key_id uuid not null,
  -- SHA-256 of a key of 256 random bits: nothing to guess, so nothing to slow down.
  hash bytea not null,
  -- Apart from the key’s own row, so that a use is no change of it.
  used_at timestamptz(3),
  used_ip text,
  constraint api_key_secrets_pkey primary key (tenant_id, api_key_id),
  constraint api_key_secrets_hash_key unique (tenant_id, hash),
  constraint api_key_secrets_api_key_id_fkey foreign key (tenant_id, api_key_id)
    references api_keys (tenant_id, id) on delete cascade,
  constraint api_key_secrets_hash_check check (octet_length(hash) = 32)
);
create index api_key_secrets_hash_idx on api_key_secrets (hash);
alter table api_key_secrets enable row level security;
alter table api_key_secrets force row level security;
create policy api_key_secrets_tenant on api_key_secrets for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy api_key_secrets_platform on api_key_secrets for select to slotwise_platform using (true);
grant select, insert, update, delete on api_key_secrets to slotwise_tenant;
grant select on api_key_secrets to slotwise_platform;
