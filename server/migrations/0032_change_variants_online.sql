-- Runs while others read and write: each statement for itself, and again after an interruption.
-- Made by `npm run db:migration` from the declarations.
alter table variants validate constraint variants_allocation_check;
alter table variants validate constraint variants_weights_check;
