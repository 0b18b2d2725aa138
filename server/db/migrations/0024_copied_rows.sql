-- Rows of a tenant's archive are written as they were elsewhere (server/db/archive).

create or replace function touch_row() returns trigger
  language plpgsql
  as $$
    begin
      -- A derived value is no change of the record, and neither is a copied row.
      if current_setting('slotwise.deriving', true) = 'on' or current_setting('slotwise.copying', true) = 'on' then
        return new;
      end if;
      new.created_at := old.created_at;
      new.updated_at := clock_timestamp();
      new.version := old.version + 1;
      return new;
    end
  $$;

create or replace function log_export() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  as $$
    begin
      if current_setting('slotwise.copying', true) = 'on' then
        return null;
      end if;
      perform note_in_platform_log('data_exported', new.actor_id, null, case when new.actor_type = 'user' then own_address() end, null,
        (select tenants.name || ' (' || tenants.slug || ')' from tenants where tenants.id = new.tenant_id),
        concat_ws(', ', new.entity_type, new.changes #>> '{count,to}',
          case when new.actor_type = 'api_key' then 'API key ' || new.actor_id end), new.ip, null);
      return null;
    end
  $$;
