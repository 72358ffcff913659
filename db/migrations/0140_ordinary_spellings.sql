-- outside a transaction

-- Removes apostrophes from words, so that kaneohe finds Kane'ohe. Each character of Thai, Japanese,
-- and Chinese is a word because these languages are written without spaces.
-- src/shared/properties/search-words.ts follows the same rule in memory. Every statement can be run
-- again if the migration is interrupted.
create or replace function fold_text(input text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    regexp_replace(
      translate(
        lower(fold_accents(
          case when input ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]'
            then regexp_replace(normalize(input, NFD), '[\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a]', '', 'g')
            else input end)),
        U&'''`\00B4\2018\2019\02BB\02BC', ''),
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
      and concat_ws(' ', title, address, city, state, zip_code, description) ~ '[''`]|[^\x01-\x7f]';
    commit;
    reached := next_id;
  end loop;
end $$;

reindex index concurrently users_name_trgm;

-- Updates the words by which a changed home finds saved searches: the longest word without
-- equivalents (search-keys.ts), or `*`.
do $$
declare
  reached bigint := 0;
  next_id bigint;
begin
  loop
    select max(id) into next_id from (select id from saved_searches where id > reached order by id limit 1000) few;
    exit when next_id is null;
    update saved_searches s
    set keys = array['w:' || coalesce((
      select word from regexp_split_to_table(trim(fold_text(s.search ->> 'searchTerm')), ' ') word
      where word not in (
        'alley', 'aly', 'apartment', 'apt', 'avenue', 'ave', 'av', 'beach', 'bch', 'bend', 'bnd', 'boulevard', 'blvd',
        'bridge', 'brg', 'building', 'bldg', 'canyon', 'cyn', 'center', 'centre', 'ctr', 'circle', 'cir', 'court', 'ct',
        'cove', 'cv', 'creek', 'crk', 'crossing', 'xing', 'drive', 'dr', 'east', 'e', 'estates', 'ests', 'expressway',
        'expy', 'falls', 'fls', 'floor', 'fl', 'fort', 'ft', 'freeway', 'fwy', 'garden', 'gdn', 'gardens', 'gdns', 'grove',
        'grv', 'harbor', 'harbour', 'hbr', 'heights', 'hts', 'highway', 'hwy', 'hill', 'hl', 'hills', 'hls', 'hollow',
        'holw', 'island', 'is', 'junction', 'jct', 'lake', 'lk', 'landing', 'lndg', 'lane', 'ln', 'manor', 'mnr', 'meadows',
        'mdws', 'mount', 'mt', 'mountain', 'mtn', 'no', 'north', 'n', 'northeast', 'ne', 'northwest', 'nw', 'number',
        'orchard', 'orch', 'parkway', 'pkwy', 'place', 'pl', 'plaza', 'plz', 'point', 'pt', 'ridge', 'rdg', 'road', 'rd',
        'room', 'rm', 'saint', 'st', 'street', 'south', 's', 'southeast', 'se', 'southwest', 'sw', 'springs', 'spgs',
        'square', 'sq', 'station', 'sta', 'suite', 'ste', 'terrace', 'ter', 'trail', 'trl', 'turnpike', 'tpke', 'unit',
        'valley', 'vly', 'view', 'vw', 'village', 'vlg', 'vista', 'vis', 'west', 'w')
      order by char_length(word) desc limit 1), '*')]
    where keys[1] like 'w:%' and search ->> 'searchTerm' is not null and id > reached and id <= next_id;
    commit;
    reached := next_id;
  end loop;
end $$;
