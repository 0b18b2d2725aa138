-- Made by `npm run db:migration` from the declarations.
alter table api_keys add column search_text text generated always as (search_line(name)) stored;
alter table webhooks add column search_text text generated always as (search_line(description)) stored;
create index api_keys_search_idx on api_keys using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256');
create policy api_keys_search on api_keys for select to slotwise_search using (true);
grant select (tenant_id, id, search_text) on api_keys to slotwise_search;
create policy webhooks_search on webhooks for select to slotwise_search using (true);
grant select (tenant_id, id, search_text) on webhooks to slotwise_search;
