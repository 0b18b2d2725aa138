-- Made by `npm run db:migration` from the declarations in src/resources; the rest by hand.
alter table resources add column deactivated_at timestamptz(3);

-- The last change is the best that is known of those that are inactive already.
alter table resources no force row level security;
update resources set deactivated_at = updated_at where not is_active;
alter table resources force row level security;

-- However the flag changes: by a form, an action or an import.
create function note_deactivation() returns trigger language plpgsql as $$
begin
  if new.is_active then
    new.deactivated_at := null;
  elsif tg_op = 'INSERT' or old.is_active then
    new.deactivated_at := now();
  end if;
  return new;
end $$;
create trigger resources_deactivation before insert or update on resources
  for each row execute function note_deactivation();
