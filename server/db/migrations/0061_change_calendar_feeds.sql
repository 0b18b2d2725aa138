-- Made by `npm run db:migration` from the declarations in src/resources.
create policy calendar_feeds_platform_read on calendar_feeds for select to slotwise_platform using (true);
grant select (tenant_id, id, name, membership_id) on calendar_feeds to slotwise_platform;
