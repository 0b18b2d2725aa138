-- Written by hand: nothing that a booking says changes with its links.
drop trigger bookings_touch on bookings;
create trigger bookings_touch before update on bookings for each row
  when (old.link_generation = new.link_generation) execute function touch_row();
