-- Whether an available listing contains a word. PostgreSQL has no statistics about words in a column, and
-- assumes that one listing in two hundred contains any word. With ten million listings, it scanned the table,
-- expecting an early match, but no listing contains a misspelled word. This function leaves it only the word
-- index.
create or replace function is_word_found(word text) returns boolean language sql stable parallel safe
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
as $$
  select exists (
    select from properties p where p.is_available is true and p.search @@ plainto_tsquery('simple', word)
  )
$$;
