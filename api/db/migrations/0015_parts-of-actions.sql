-- migration: compatible-from 0001_functions
-- Of one thing that a bulk action changed: the entry of the whole action.
ALTER TABLE "audit_entry" ADD COLUMN "part_of" uuid;
