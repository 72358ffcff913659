-- Whether an available listing has a word. Of a word that stands in a column PostgreSQL knows nothing, and takes it for
-- one that every two-hundredth listing has: among ten million it read them all one after the other, to find the first
-- soon, and for a misspelt word there is none. Only the index of words is left to it here.
create or replace function is_word_found(word text) returns boolean language sql stable parallel safe
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
as $$
  select exists (
    select from properties p where p.is_available is true and p.search @@ plainto_tsquery('simple', word)
  )
$$;
