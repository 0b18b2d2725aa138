-- Accounts whose password stands in the README: refused wherever the demo is off.
alter table auth_service.users add column is_demo boolean not null default false;
alter table users add column is_demo boolean not null default false;

-- Those that earlier versions made. The owner of a table sees its rows only while row-level security is not forced.
alter table users no force row level security;
update auth_service.users set is_demo = true
  where lower(email) in ('super@demo.test', 'admin@demo.test', 'staff@demo.test', 'viewer@demo.test', 'nobody@demo.test');
update users set is_demo = true
  where email in ('super@demo.test', 'admin@demo.test', 'staff@demo.test', 'viewer@demo.test', 'nobody@demo.test')
    or auth_id in (select id from auth_service.users where is_demo);
alter table users force row level security;
