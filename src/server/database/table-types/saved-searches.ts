/** Kysely types for the tables of saved searches and alerts. */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { Frequency, SearchInput } from '#shared/saved-searches/saved-search.ts';

type SavedSearchesTable = {
  id: GeneratedAlways<string>;
  user_id: string | null;
  email: string | null;
  name: string;
  /** Written as JSON text. */
  search: ColumnType<SearchInput, string, string>;
  /** The validated filters, written as JSON text; null if written by an older release. */
  filters: ColumnType<PropertySearch | null, string | null | undefined, string>;
  frequency: Frequency;
  time_zone: string;
  keys: string[];
  confirmed_at: Date | null;
  seen_at: Date;
  last_mail_at: Date | null;
  created_at: Date;
};

type AlertPreferencesTable = {
  user_id: string;
  confirmed_email: string | null;
  alerts_on_favorites: Generated<boolean>;
  time_zone: string | null;
};

type AlertTokensTable = {
  token_hash: Buffer;
  purpose: 'confirm' | 'manage' | 'unsubscribe';
  search_id: string | null;
  user_id: string | null;
  email: string | null;
  frequency: string | null;
  created_at: Date;
  expires_at: Date;
};

type PropertyChangesTable = {
  id: GeneratedAlways<string>;
  property_id: string;
  before: unknown;
  changed_at: Generated<Date>;
};

type AlertNewsTable = {
  id: GeneratedAlways<string>;
  recipient: string;
  search_id: string;
  due_at: Date;
  /** By home ID: the reason for the alert, and the previous price if the home became cheaper. */
  homes: Record<string, ['new' | 'price_cut' | 'back' | 'open_house', number | null]>;
  /** The number of additional homes in the alert, which are not in `homes`. */
  more_count: ColumnType<number, number | undefined>;
};

type AlertMemoryTable = {
  recipient: string;
  property_id: string;
  lowest_price: number;
  back_at: Date | null;
  /** The number of emails about the home since `counted_since`. */
  email_count: Generated<number>;
  counted_since: Date | null;
};

type FavoriteItemsTable = {
  user_id: string;
  property_id: string;
  previous_price: number;
  was_available: boolean;
  was_off_market: Generated<boolean>;
  due_at: Date;
};

/** The tables by name. */
export type SavedSearchTables = {
  saved_searches: SavedSearchesTable;
  alert_preferences: AlertPreferencesTable;
  alert_tokens: AlertTokensTable;
  property_changes: PropertyChangesTable;
  alert_news: AlertNewsTable;
  alert_memory: AlertMemoryTable;
  favorite_items: FavoriteItemsTable;
};
