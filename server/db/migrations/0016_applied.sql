-- Set-up documents (docs/setting-up.md).

alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in ('created', 'updated', 'deleted', 'purged',
  'status_changed', 'generated', 'exported', 'rotated', 'revoked', 'redriven', 'resent', 'sent_test', 'imported', 'undone', 'applied'));
