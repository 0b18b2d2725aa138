-- Made by `npm run db:migration` from the declarations in src/resources.
alter table channels add column redirect_url text;
alter table channels add constraint channels_redirect_url_check check (char_length(redirect_url) <= 2000 and redirect_url ~* '^https://');
