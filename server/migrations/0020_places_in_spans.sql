-- Minutes after the start in which a booking with phases takes the resource, apart; none if it takes it throughout
-- (docs/domain.md#phases).
alter table allocations
  add column spans int4multirange not null default '{}',
  add constraint allocations_spans_check check (isempty(spans) or lower(spans) = 0);

-- What of the time from `since` to `until` is taken: what comes before the start belongs to the first span, what comes
-- after the end to the last. Immutable, as minutes do not depend on a time zone.
create function taken_times(starts_at timestamptz, ends_at timestamptz, spans int4multirange, since timestamptz, until timestamptz)
returns tstzmultirange language sql immutable parallel safe as $$
  select case when isempty(spans) then tstzmultirange(tstzrange(since, until)) else (
    select range_agg(tstzrange(
      starts_at + make_interval(mins => lower(span))
        - case when lower(span) = lower(spans) then make_interval(secs => extract(epoch from starts_at - since)::float8) else '0' end,
      starts_at + make_interval(mins => upper(span))
        + case when upper(span) = upper(spans) then make_interval(secs => extract(epoch from until - ends_at)::float8) else '0' end
    )) from unnest(spans) as span) end
$$;

alter table allocations drop constraint allocations_no_double_booking;
alter table allocations add constraint allocations_no_double_booking exclude using gist (
  tenant_id with =, resource_id with =, taken_times(starts_at, ends_at, spans, blocked_from, blocked_until) with &&,
  units with &&, sharing with <>
) where (active);

drop index allocations_busy_idx;
create index allocations_busy_idx on allocations (tenant_id, resource_id, blocked_until, blocked_from)
  include (buffer_before_minutes, buffer_after_minutes, quantity, capacity_mode, variant_id, channel_id, status, hold_expires_at, spans)
  where active;
