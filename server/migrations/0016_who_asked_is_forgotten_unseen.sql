-- Forgetting who asked changes nothing that anybody reads.
drop trigger demand_touch on demand;
create trigger demand_touch before update on demand for each row
  when (old.person is not distinct from new.person) execute function touch_row();
