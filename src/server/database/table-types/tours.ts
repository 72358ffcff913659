/** Kysely types for the tables of tours and open houses. */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TourMode, TourStatus } from '#shared/schemas/tours/tour.ts';

type Time = ColumnType<Date, Date | undefined, Date>;

export type TourHoursTable = {
  agent_id: string;
  is_enabled: boolean;
  mode: TourMode;
  time_zone: string;
  slot_minutes: number;
  notice_hours: number;
  days_ahead: number;
  weekly: unknown;
  updated_at: Time;
};

export type ToursTable = {
  id: GeneratedAlways<string>;
  property_id: string | null;
  property_title: string;
  property_price: number;
  property_address: string;
  agent_id: string | null;
  visitor_id: string | null;
  visitor_network: ColumnType<string | null, string | null | undefined, string | null>;
  name: string;
  email: string | null;
  phone: string | null;
  start_at: Date;
  end_at: Date;
  time_zone: string;
  status: TourStatus;
  calendar_uid: Generated<string>;
  calendar_sequence: Generated<number>;
  is_in_calendars: boolean;
  reminder_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  inquiry_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Time;
  updated_at: Time;
};

export type TourTokensTable = { token_hash: Buffer; tour_id: string; created_at: Time };

export type OpenHousesTable = {
  id: GeneratedAlways<string>;
  property_id: string;
  start_at: Date;
  end_at: Date;
  note: string | null;
  time_zone: string;
  calendar_uid: Generated<string>;
  created_at: Time;
};

export type TourTables = {
  tour_hours: TourHoursTable;
  tours: ToursTable;
  tour_tokens: TourTokensTable;
  open_houses: OpenHousesTable;
};
