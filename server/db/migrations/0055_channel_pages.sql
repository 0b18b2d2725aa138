-- Made by `npm run db:migration` from the declarations in src/resources.
alter table channels add column has_page boolean not null default false;
alter table channels add column page_title text;
alter table channels add column page_intro text;
alter table channels add column page_policy text;
alter table channels add column required_fields text[] not null default array['email'];
alter table channels add column allowed_origins text[] not null default '{}';
alter table channels add column is_indexable boolean not null default false;
alter table channels add column shows_remaining boolean not null default false;
alter table channels add constraint channels_page_title_check check (char_length(page_title) between 1 and 120);
alter table channels add constraint channels_page_intro_check check (char_length(page_intro) between 1 and 2000);
alter table channels add constraint channels_page_policy_check check (char_length(page_policy) between 1 and 5000);
alter table channels add constraint channels_required_fields_check check (cardinality(required_fields) between 0 and 3 and required_fields <@ array['email', 'phone', 'notes']::text[]);
alter table channels add constraint channels_allowed_origins_check check (cardinality(allowed_origins) <= 20);
