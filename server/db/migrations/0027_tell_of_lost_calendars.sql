-- Written by hand: staff who are kept to their own calendars are let in to less when it becomes another one, too.

drop trigger memberships_changed on memberships;
create trigger memberships_changed after update on memberships
  for each row when (
    (old.tenant_id, old.user_id, old.role, old.is_active, old.resource_id)
    is distinct from (new.tenant_id, new.user_id, new.role, new.is_active, new.resource_id))
  execute function tell_of_lost_access();

drop trigger tenants_changed on tenants;
create trigger tenants_changed after update on tenants
  for each row when (
    (old.is_active, old.staff_keep_to_own, old.require_second_factor)
    is distinct from (new.is_active, new.staff_keep_to_own, new.require_second_factor))
  execute function tell_of_lost_access();
