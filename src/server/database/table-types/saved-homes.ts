/** Kysely types for the tables of saved homes and shortlists (db/migrations/0023_favorites_and_shortlists.sql). */

import type { GeneratedAlways } from 'kysely';
import type { ShortlistLinkMode } from '#shared/schemas/saved-homes/shortlist.ts';

export type SavedHomeTables = {
  favorites: {
    user_id: string;
    property_id: string;
    note: string | null;
    saved_price: number;
    saved_at: Date;
  };
  shortlists: { id: GeneratedAlways<string>; owner_id: string; name: string; created_at: Date };
  shortlist_members: { shortlist_id: string; user_id: string; joined_at: Date };
  shortlist_homes: { shortlist_id: string; property_id: string; added_at: Date };
  shortlist_votes: {
    shortlist_id: string;
    property_id: string;
    user_id: string;
    vote: 'yes' | 'no';
    voted_at: Date;
  };
  shortlist_comments: {
    id: GeneratedAlways<string>;
    shortlist_id: string;
    property_id: string;
    user_id: string;
    text: string;
    created_at: Date;
  };
  shortlist_links: {
    shortlist_id: string;
    mode: ShortlistLinkMode;
    token_hash: Buffer;
    created_at: Date;
  };
};
