-- migration: compatible-from 0001_functions
-- A migration of its own: adding the column locks the table, which this does not.
UPDATE movie SET title_marks = title_marks(search_title_words);
