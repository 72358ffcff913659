/** Reads an office's statistics. */

import { sql } from 'kysely';
import type { OfficeFigures } from '#shared/schemas/offices/office-stats.ts';
import type { OfficeRole } from '#shared/schemas/agent-office.ts';
import type { Database } from '../../database/database.ts';

/** Statistics of one member, or of the whole office if `agentId` is null. */
export type OfficeStatsRow = OfficeFigures &
  (
    | { agentId: string; name: string; officeRole: OfficeRole }
    | { agentId: null; name: null; officeRole: null }
  );

/** Returns the statistics of each member, by name, then those of the whole office. */
export async function findOfficeStats(
  db: Database,
  officeId: string,
  now: Date,
): Promise<OfficeStatsRow[]> {
  const { rows } = await sql<OfficeStatsRow>`
    with members as (
      select m.user_id as agent_id, u.name, m.role as office_role
      from office_members m join users u on u.id = m.user_id where m.office_id = ${officeId}
    ), listings as (
      select m.agent_id,
        (count(p.id) filter (where p.is_available))::int as active,
        (count(p.id) filter (where p.is_available and p.is_under_contract))::int as under_contract,
        (count(p.id) filter (where p.status = 'For Sale' and not p.is_available and not p.is_off_market and exists (
          select from property_history h where h.property_id = p.id and h.change = 'availability'
            and h.new_value = 'false'::jsonb and h.changed_at > ${now}::timestamptz - interval '90 days'
        )))::int as sold
      from members m left join public_properties p on p.agent_id = m.agent_id
      group by grouping sets ((m.agent_id), ())
    ), inquiry_counts as (
      select m.agent_id,
        (count(q.id) filter (where q.created_at > ${now}::timestamptz - interval '30 days'))::int as inquiries,
        (count(q.id) filter (where q.answered_at is null and q.stage not in ('closed', 'lost')))::int as unanswered,
        round((percentile_cont(0.5) within group (order by extract(epoch from q.answered_at - q.created_at)::float8)
          filter (where q.answered_at > ${now}::timestamptz - interval '30 days') / 60)::numeric, 1)::float8 as median
      from members m left join inquiries q on q.agent_id = m.agent_id
      group by grouping sets ((m.agent_id), ())
    ), upcoming_tours as (
      select m.agent_id, count(t.id)::int as tours
      from members m left join tours t on t.agent_id = m.agent_id and t.status in ('requested', 'booked')
        and t.start_at >= ${now}::timestamptz and t.start_at < ${now}::timestamptz + interval '7 days'
      group by grouping sets ((m.agent_id), ())
    )
    select l.agent_id as "agentId", m.name, m.office_role as "officeRole", l.active as "activeListings",
      l.under_contract as "underContract", l.sold as "soldLast90Days", i.inquiries as "inquiriesLast30Days",
      i.unanswered, i.median as "medianResponseMinutes", t.tours as "toursNext7Days"
    from listings l
    join inquiry_counts i on i.agent_id is not distinct from l.agent_id
    join upcoming_tours t on t.agent_id is not distinct from l.agent_id
    left join members m on m.agent_id = l.agent_id
    order by lower(m.name), l.agent_id`.execute(db);
  return rows;
}
