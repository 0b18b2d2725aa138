-- Made by `npm run db:migration` from the declarations.
alter table equipment add column search_text text generated always as (search_line(name) || search_line(number)) stored;
alter table borrowers add column search_text text generated always as (search_line(name) || search_line(email)) stored;
alter table categories add column search_text text generated always as (search_line(name)) stored;
create index equipment_search_idx on equipment using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256');
create index borrowers_search_idx on borrowers using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256');
create index categories_search_idx on categories using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256');
create policy equipment_search on equipment for select to slotwise_search using (true);
grant select (tenant_id, id, search_text) on equipment to slotwise_search;
create policy borrowers_search on borrowers for select to slotwise_search using (true);
grant select (tenant_id, id, search_text) on borrowers to slotwise_search;
create policy categories_search on categories for select to slotwise_search using (true);
grant select (tenant_id, id, search_text) on categories to slotwise_search;
