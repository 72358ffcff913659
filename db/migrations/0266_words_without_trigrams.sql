-- Loads pg_trgm, which defines the setting of close_words.
select show_limit();

-- Like migration 0265, but a word without trigrams (in Chinese, for example, if the database's locale has no letters
-- beyond ASCII) has no similar words instead of causing a division by zero.
create or replace function close_words(misspelt text, most integer) returns setof text
  language plpgsql stable strict
  set pg_trgm.similarity_threshold = 0.2
as $$
begin
  perform set_limit(greatest(0.2, 1.01 / greatest(2, cardinality(show_trgm(misspelt))))::real);
  return query select word from (
    (
      select word, 0 as kind, char_length(word)::real as distance from search_words
      where word ~>=~ misspelt and word ~<~ (misspelt || U&'\+10FFFF')
      limit 1000
    )
    union all
    select word, 1, levenshtein_less_equal(word, misspelt, 2) - similarity(word, misspelt)
    from (select word from search_words where word % misspelt limit 1000) similar_words
    where levenshtein_less_equal(word, misspelt, 2) <= 2
  ) candidates
  group by word order by min(kind), min(distance), word
  limit most;
end $$;
