-- Finding records over all entities (server/crud/search.ts). Tables of searched entities have a column `search_text`
-- (server/db/searchColumn.ts).

create extension if not exists btree_gin;

-- Owns the one function that looks up candidates, and reads nothing of a table but tenant, id and folded text.
do $$
declare
  is_new constant boolean := current_setting('server_version_num')::int >= 160000;
begin
  begin
    if not exists (select from pg_roles where rolname = 'slotwise_search') then
      create role slotwise_search nologin noinherit nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if exists (select from pg_roles where rolname = 'slotwise_search' and (rolsuper or rolbypassrls)) then
    raise exception 'The role slotwise_search must be neither a superuser nor exempt from row-level security.';
  end if;
  if not pg_has_role(current_user, 'slotwise_search', case when is_new then 'set' else 'member' end) then
    execute 'grant slotwise_search to current_user' || case when is_new then ' with inherit false, set true' else '' end;
  end if;
end $$;

-- As `folded` in src/schema/ranking.ts. Capitals beyond Latin ones fold where the database's LC_CTYPE knows them.
create function search_words(value text) returns text
  language sql immutable parallel safe
  return trim(both ' ' from regexp_replace(
    replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')), 'æœøłđðıςÆŒØŁĐÐÞ''’', 'aoolddiσaoolddþ'),
      'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'));

-- A field among others: two spaces begin and end it, one stands between words.
create function search_line(value text) returns text
  language sql immutable parallel safe
  return coalesce('  ' || nullif(search_words(value), '') || '  ', '');

create function search_line(value text[]) returns text
  language sql immutable parallel safe
  return search_line(array_to_string(value, ' '));

-- The tenant's records of a table that may fit, the best first: `tier` is 1 for a whole field, 2 for its beginning, 3 for
-- beginnings of words, 4 for anywhere in it, 5 for typos. All arguments are folded. `sections` counts those that the caller may
-- read, null for all; `most` limits the number, null for none.
create function search_candidates(place text, sought text, words text[], digits text, sections int, most int)
  returns table (id uuid, tier int)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
    declare
      -- `@` stands for the text in conditions; folded words have none.
      seen constant text := case when sections is null then 'search_text'
        else format('array_to_string((string_to_array(search_text, ''|''))[:%s], ''|'')', sections) end;
      begun constant text := (select string_agg(format('@ like %L', '% ' || word || '%'), ' and ') from unnest(words) as word);
      likely constant text := (select string_agg(format(case when length(word) < 4 or word ~ '[0-9]' then '@ like %L' else '(@ like %L or @ %%> %L)' end,
        '% ' || word || '%', word), ' and ') from unnest(words) as word);
      fits constant text := '((' || begun || ')'
        || case when length(sought) < 3 then '' else format(' or @ like %L', '%' || sought || '%') end
        || case when digits is null then '' else format(' or @ like %L', '%' || digits || '%') end || ')';
      found int;
    begin
      return query execute format(
        'select id, case when %1$s like %2$L then 1 when %1$s like %3$L then 2 when %4$s then 3 else 4 end from %5$I
          where tenant_id = $1 and %6$s and %7$s order by 2, search_text collate "C", id limit $2',
        seen, '%  ' || sought || '  %', '%  ' || sought || '%', replace(begun, '@', seen), place,
        replace(fits, '@', 'search_text'), replace(fits, '@', seen)) using current_tenant_id(), most;
      get diagnostics found = row_count;
      if found >= most then
        return;
      end if;
      perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
      return query execute format(
        'select id, 5 from %1$I where tenant_id = $1 and %2$s and %3$s
          order by word_similarity(%4$L, search_text) desc, search_text collate "C", id limit $2',
        place, replace(likely, '@', 'search_text'), replace(likely, '@', seen), sought) using current_tenant_id(), most;
    end
  $$;
revoke execute on function search_candidates(text, text, text[], text, int, int) from public;
grant execute on function search_candidates(text, text, text[], text, int, int) to slotwise_tenant;

grant usage on schema public to slotwise_search;
grant create on schema public to slotwise_search;
alter function search_candidates(text, text, text[], text, int, int) owner to slotwise_search;
revoke create on schema public from slotwise_search;
grant execute on function current_tenant_id() to slotwise_search;

revoke execute on function search_words(text), search_line(text), search_line(text[]) from public;
grant execute on function search_words(text), search_line(text), search_line(text[])
  to slotwise_tenant, slotwise_platform, slotwise_auth;
