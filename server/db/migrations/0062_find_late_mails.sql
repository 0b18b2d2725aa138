-- Written by hand: the sweep finds mails that were written before the clock was set back.
grant select (updated_at) on notifications to slotwise_platform;
