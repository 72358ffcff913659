-- outside a transaction

-- Characters are folded in the same way whatever else the text contains: a single Chinese character
-- decomposed the Korean and Cyrillic letters beside it, and they were no longer found. Both forms of
-- the Greek sigma are the same letter. src/shared/properties/search-words.ts follows the same rule in
-- memory. Every statement can be run again if the migration is interrupted.
create or replace function fold_text(input text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    regexp_replace(
      translate(
        lower(fold_accents(
          case when input ~ '[\u0300-\u037f\u0590-\u11ff\u3040-\u30ff\uf900-\ufb4f]'
            then normalize(
              regexp_replace(normalize(input, NFD), '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a]', '', 'g'), NFC)
            else input end)),
        U&'\03C2''`\00B4\2018\2019\02BB\02BC', U&'\03C3'),
      '([\u0e01-\u0e3a\u0e40-\u0e4e\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g'),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7\u1680\u2000-\u206f\u20a0-\u20cf\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f\ufeff\ufff9-\ufffd\U0001f000-\U0001faff]+', ' ', 'g');

-- Updates the words of listings that may have changed, a thousand at a time, so that other
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
      and concat_ws(' ', title, address, city, state, zip_code, description) ~ '[\u0300-\u1fff\u3040-\ufdff]';
    commit;
    reached := next_id;
  end loop;
end $$;

-- An interrupted run leaves an invalid copy.
drop index concurrently if exists users_name_trgm_ccnew;
drop index concurrently if exists properties_withheld_search_ccnew;
reindex index concurrently users_name_trgm;
reindex index concurrently properties_withheld_search;

-- The words by which a changed home finds saved searches are folded in the same way (search-keys.ts).
-- `*` compares these few searches with each home.
do $$
declare
  reached bigint := 0;
  next_id bigint;
begin
  loop
    select max(id) into next_id from (select id from saved_searches where id > reached order by id limit 1000) few;
    exit when next_id is null;
    update saved_searches set keys = array['w:*']
    where keys[1] like 'w:%' and id > reached and id <= next_id
      and search ->> 'searchTerm' ~ '[\u0300-\u1fff\u3040-\ufdff]';
    commit;
    reached := next_id;
  end loop;
end $$;
