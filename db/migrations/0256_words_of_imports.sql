-- An import adds the words of its listings after each batch, in short statements: two transactions that add the
-- same word wait for each other, and a batch can take seconds.
create or replace function remember_words(words text[]) returns void language sql as $$
  insert into search_words (word)
  select w from unnest(words) w
  where current_setting('doorstep.is_import', true) is distinct from 'on'
    and char_length(w) between 3 and 40 and w !~ '[0-9]'
    and not exists (select from search_words s where s.word = w)
  order by w
  on conflict do nothing
$$;
