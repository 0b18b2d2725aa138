-- Made by `npm run db:migration` from the declarations in src/resources.
alter table resources add column is_shown_online boolean not null default false;
