-- A renamed column and its former name hold the same while processes of two versions run (server/db/expansion.ts).
-- Arguments: the former name, the new one.
create function keep_in_step() returns trigger
  language plpgsql
  as $$
    declare
      given jsonb := to_jsonb(new);
      former text := tg_argv[0];
      renamed text := tg_argv[1];
      by_new_name boolean := case tg_op
        when 'INSERT' then given -> renamed <> 'null'
        else given -> renamed <> to_jsonb(old) -> renamed
      end;
    begin
      return jsonb_populate_record(new, case
        when by_new_name then jsonb_build_object(former, given -> renamed)
        else jsonb_build_object(renamed, given -> former)
      end);
    end
  $$;
