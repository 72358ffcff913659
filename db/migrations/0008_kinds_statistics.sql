-- Statistics about the kinds of listings. The planner gets none from the word index, because that index is
-- partial. It assumed that one listing in two hundred has a given kind, and read 54,528 listings to find the
-- 6,428 within a price range.
create statistics if not exists properties_kinds on search_kinds(status, property_type, bedrooms) from properties;
analyze properties;
