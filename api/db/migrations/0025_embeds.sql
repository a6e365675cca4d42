-- migration: compatible-from 0001_functions
-- Whether other sites may show a movie's player: docs/decisions/088.
ALTER TABLE "movie" ADD COLUMN "embeddable" boolean DEFAULT false NOT NULL;
