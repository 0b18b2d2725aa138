-- Made by `npm run db:migration` from the declarations in src/resources.
create policy schedules_platform_read on schedules for select to slotwise_platform using (true);
grant select (tenant_id, id, is_active) on schedules to slotwise_platform;
