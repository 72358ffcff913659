/** Kysely types for the tables of inquiries, reports, and hidden listings. */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { InquiryStage } from '#shared/schemas/inquiry.ts';
import type { ReportDecision } from '#shared/schemas/report.ts';
import type { ReportReason } from '#shared/schemas/report-reasons.ts';

type InquiriesTable = {
  id: GeneratedAlways<string>;
  property_id: string | null;
  property_title: string;
  property_price: number;
  agent_id: string | null;
  /** The listing's agent when the inquiry was assigned to another agent; null if it was not. */
  assigned_from: Generated<string | null>;
  sender_id: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  sender_network: ColumnType<string | null, string | null | undefined, string | null>;
  stage: Generated<InquiryStage>;
  note: Generated<string>;
  remind_at: Date | null;
  is_reminded: Generated<boolean>;
  is_read_by_agent: Generated<boolean>;
  is_read_by_sender: Generated<boolean>;
  created_at: Date;
  last_message_at: Date;
  answered_at: Date | null;
};

type InquiryMessagesTable = {
  id: GeneratedAlways<string>;
  inquiry_id: string;
  is_from_agent: boolean;
  text: string;
  author_id: Generated<string | null>;
  created_at: Date;
};

type InquiryTokensTable = {
  token_hash: ColumnType<Buffer, Buffer, never>;
  inquiry_id: string;
  created_at: Date;
};

type InquiryAdminReadsTable = {
  id: GeneratedAlways<string>;
  inquiry_id: string;
  admin_id: string | null;
  read_at: Date;
};

type ReportsTable = {
  id: GeneratedAlways<string>;
  property_id: string | null;
  property_title: string;
  reason: ReportReason;
  text: Generated<string>;
  email: string | null;
  decision: ReportDecision | null;
  note: Generated<string>;
  created_at: Date;
  decided_at: Date | null;
};

export type InquiryTables = {
  inquiries: InquiriesTable;
  inquiry_messages: InquiryMessagesTable;
  inquiry_tokens: InquiryTokensTable;
  inquiry_admin_reads: InquiryAdminReadsTable;
  reports: ReportsTable;
  hidden_properties: {
    property_id: string;
    was_available: boolean;
    is_sold: boolean;
    hidden_at: Date;
  };
};
