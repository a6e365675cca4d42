-- migration: compatible-from 0001_functions
-- The 16:9 pictures of an episode, and the name of their files.
ALTER TABLE "episode" ADD COLUMN "stills" jsonb;
