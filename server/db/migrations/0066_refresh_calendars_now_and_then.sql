-- Written by hand: when somebody last had a busy calendar read at once.
alter table busy_calendar_states add column refreshed_at timestamptz(3);
