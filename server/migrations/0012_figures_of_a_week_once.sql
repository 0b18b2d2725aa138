-- Of two processes that write an owner's figures of a week, one does.
create unique index notifications_week_idx on notifications (tenant_id, user_id, starts_at) where key = 'week_figures';
