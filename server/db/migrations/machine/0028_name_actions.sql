-- Written by hand: the declared action by which something was done (docs/domain.md#the-audit-log); null for creating, changing and
-- deleting.
alter table audit_entries add column via text;
