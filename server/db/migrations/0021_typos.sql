-- Typos in words of four to seven letters are found by a regular expression and not compared record by record, and nothing is
-- looked up twice.
-- A regular expression for a folded word with one letter more or less, another one, or two neighbours swapped. Alternatives
-- share their beginnings, since PostgreSQL begins anew with each text.
create function search_typos(word text) returns text
  language plpgsql immutable parallel safe
  as $$
    declare
      typos text := '[^ ]?';
      letter text;
      rest text;
    begin
      for place in reverse length(word)..1 loop
        letter := substr(word, place, 1);
        rest := substr(word, place + 1);
        typos := '(?:' || concat_ws('|', letter || typos, '[^ ]?' || rest, '[^ ]' || letter || rest,
          left(rest, 1) || letter || substr(rest, 2)) || ')';
      end loop;
      return typos;
    end
  $$;
revoke execute on function search_typos(text) from public;
grant execute on function search_typos(text) to slotwise_search;

grant create on schema public to slotwise_search;
set local role slotwise_search;
-- The tenant's records of a table that may fit, the best first: `tier` is 1 for a whole field, 2 for its beginning, 3 for
-- beginnings of words, 4 for anywhere in it, 5 for typos. All arguments are folded. `sections` counts those that the caller may
-- read, null for all; `most` limits the number, null for none.
create or replace function search_candidates(place text, sought text, words text[], digits text, sections int, most int)
  returns table (id uuid, tier int)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
    declare
      -- `@` stands for the text in conditions; folded words have none.
      seen constant text := case when sections is null then 'search_text'
        else format('array_to_string((string_to_array(search_text, ''|''))[:%s], ''|'')', sections) end;
      begun constant text := (select string_agg(format('@ like %L', '% ' || word || '%'), ' and ') from unnest(words) as word);
      -- Of two edits a regular expression would be too long: there trigrams have to do.
      likely constant text := (select string_agg(case
          when length(word) < 4 or word ~ '[0-9]' then format('@ like %L', '% ' || word || '%')
          when length(word) < 8 then format('@ ~ %L', ' (?:' || word || '|' || search_typos(word) || ' )')
          else format('@ %%> %L', word) end, ' and ') from unnest(words) as word);
      -- The fewer words have typos, the better.
      nearest constant text := (select string_agg(format('(@ like %L)::int', '% ' || word || '%'), ' + ') || ' desc'
          || coalesce(format(', word_similarity(%L, @) desc', string_agg(word, ' ') filter (where length(word) >= 8)), '')
        from unnest(words) as word);
      -- One word begins a word only where it is contained, and typed digits are often the whole.
      fits constant text := '(' || concat_ws(' or ',
        case when length(sought) < 3 or cardinality(words) > 1 then '(' || begun || ')' end,
        case when length(sought) >= 3 then format('@ like %L', '%' || sought || '%') end,
        case when digits <> sought then format('@ like %L', '%' || digits || '%') end) || ')';
      -- The index holds what the caller may not read, too.
      looked_up constant text := '%1$I where tenant_id = $1 and ' || case when sections is null then '%2$s' else '%2$s and %3$s' end;
      found int;
    begin
      return query execute format(
        'select id, case when %4$s like %5$L then 1 when %4$s like %6$L then 2 when %7$s then 3 else 4 end
          from ' || looked_up || ' order by 2, search_text collate "C", id limit $2',
        place, replace(fits, '@', 'search_text'), replace(fits, '@', seen), seen, '%  ' || sought || '  %',
        '%  ' || sought || '%', replace(begun, '@', seen)) using current_tenant_id(), most;
      get diagnostics found = row_count;
      -- Short words and numbers forgive no typos.
      if found >= most or likely = begun then
        return;
      end if;
      perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
      return query execute format(
        'select id, 5 from ' || looked_up || ' order by %4$s, search_text collate "C", id limit $2',
        place, replace(likely, '@', 'search_text'), replace(likely, '@', seen), replace(nearest, '@', seen))
        using current_tenant_id(), most;
    end
  $$;
reset role;
revoke create on schema public from slotwise_search;
