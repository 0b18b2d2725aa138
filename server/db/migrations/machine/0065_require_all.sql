-- Written by hand: ends a statement that wrote less than it had to, as one that collided with another transaction and may run again.

create function require_all(written bigint, wanted bigint) returns void
  language plpgsql
  as $$
    begin
      if written < wanted then
        raise exception '% of % rows were written, since others were in the way.', written, wanted
          using errcode = 'serialization_failure';
      end if;
    end
  $$;
