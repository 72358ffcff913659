-- Searches no longer use bits. In one transaction: were changes no longer noted while bits are still in use, processes
-- of the release before would answer with old ones. These find empty views in place of the tables, search without bits,
-- and cannot make them again. The next release drops the views and search_kinds.

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
