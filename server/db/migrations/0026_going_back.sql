-- What each migration took from the version before (server/db/goingBack.ts): `nothing`, or unknown where it is null.
alter table migrations add column breaks text;
alter table migrations alter column breaks set default nullif(current_setting('slotwise.breaks', true), '');
