-- Made by `npm run db:migration` from the declarations.
revoke all on schedules from slotwise_search;
revoke all on resource_types from slotwise_search;
revoke all on resources from slotwise_search;
revoke all on catalog_items from slotwise_search;
revoke all on variants from slotwise_search;
revoke all on channels from slotwise_search;
revoke all on resource_rules from slotwise_search;
revoke all on customers from slotwise_search;
revoke all on bookings from slotwise_search;
grant select (tenant_id, id, search_text, name) on schedules to slotwise_search;
grant select (tenant_id, id, search_text, name) on resource_types to slotwise_search;
grant select (tenant_id, id, search_text, code, name) on resources to slotwise_search;
grant select (tenant_id, id, search_text, slug, name) on catalog_items to slotwise_search;
grant select (tenant_id, id, search_text, sku) on variants to slotwise_search;
grant select (tenant_id, id, search_text, code, name) on channels to slotwise_search;
grant select (tenant_id, id, search_text, name) on resource_rules to slotwise_search;
grant select (tenant_id, id, search_text, external_id, email, phone, name) on customers to slotwise_search;
grant select (tenant_id, id, search_text, reference, external_id) on bookings to slotwise_search;
