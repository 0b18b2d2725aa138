-- Written by hand: what is done to secrets, keys, messages and work that was given up (docs/domain.md#the-audit-log).
alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in ('created', 'updated', 'deleted', 'status_changed',
  'generated', 'exported', 'rotated', 'revoked', 'redriven', 'resent', 'sent_test'));
