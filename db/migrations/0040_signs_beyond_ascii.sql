-- outside a transaction

-- Spaces and symbols beyond ASCII separate words, like those in ASCII: 'pool', a no-break space, and 'spa'
-- were one word, and could be found by neither word. Of the characters that unaccent does not replace, these
-- are the symbols of Latin-1, punctuation, currencies, arrows, mathematics, box drawing, and pictographs. The
-- index of users' names consists of trigrams, which ignore symbols. Every statement can be run again if the
-- migration is interrupted.
create or replace function fold_text(input text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(fold_accents(input)), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7\u1680\u2000-\u206f\u20a0-\u20cf\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f\ufeff\ufff9-\ufffd\U0001f000-\U0001faff]+', ' ', 'g');

-- Updates the words of listings that may contain such a symbol, a thousand at a time, so that other
-- statements do not wait long.
do $$
declare
  reached bigint := 0;
  next_id bigint;
begin
  loop
    select max(id) into next_id from (select id from properties where id > reached order by id limit 1000) few;
    exit when next_id is null;
    update properties set title = title
    where id > reached and id <= next_id
      and title || address || city || state || zip_code || description ~ '[^\x01-\x7f]';
    commit;
    reached := next_id;
  end loop;
end $$;
