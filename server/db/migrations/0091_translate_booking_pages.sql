-- Made by `npm run db:migration` from the declarations in src/resources.
alter table catalog_items add column translations jsonb not null default '[]';
alter table catalog_items add column question_translations jsonb not null default '[]';
alter table variants add column translations jsonb not null default '[]';
alter table channels add column page_translations jsonb not null default '[]';
alter table catalog_items add constraint catalog_items_translations_check check (jsonb_typeof(translations) = 'array' and not translations @? '$[10]');
alter table catalog_items add constraint catalog_items_question_translations_check check (jsonb_typeof(question_translations) = 'array' and not question_translations @? '$[100]');
alter table variants add constraint variants_translations_check check (jsonb_typeof(translations) = 'array' and not translations @? '$[10]');
alter table channels add constraint channels_page_translations_check check (jsonb_typeof(page_translations) = 'array' and not page_translations @? '$[10]');
