-- Made by `npm run db:migration` from the declarations in src/resources.
drop index timeslots_schedule_id_idx;
drop index variants_catalog_item_id_idx;
