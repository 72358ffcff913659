-- Searches no longer use bitmaps. Runs in one transaction: if the triggers were dropped before the tables, processes of
-- the previous release would keep returning results from stale bitmaps. Those processes find empty views in place of the
-- tables, search without bitmaps, and cannot rebuild them. The next release drops the views and search_kinds.

drop trigger property_insert_searchable on properties;
drop trigger property_update_searchable on properties;
drop trigger property_delete_searchable on properties;
drop function note_searchable_insert();
drop function note_searchable_update();
drop function note_searchable_delete();

drop table search_bitmaps_ready, search_bitmap_terms, search_bitmap_changes, search_bitmaps;
create view search_bitmaps_ready as select ''::text as version where false;
create view search_bitmap_terms as select ''::text as name where false;
create view search_bitmap_changes as select 0::bigint as property_id where false;
create view search_bitmaps as select ''::text as name, 0 as chunk, null::bit(8192) as bits where false;
