/** The baseline's statements: one per endpoint on one wide table, with JSON from PostgreSQL and without counts. */

/** A statement that returns one column, `body`. Named statements are prepared. */
export type ReferenceStatement = { name?: string; text: string; values: string[] };

/** Returns the statement for an API path. */
export function referenceStatement(path: string): ReferenceStatement {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const id = /^\/api\/properties\/(\d+)$/.exec(pathname)?.[1];
  if (id === undefined) return listStatement(searchParams);
  const text = `select row_to_json(listing)::text as body from (select ${COLUMNS} from bench_wide p where p.id = $1) listing`;
  return { name: 'one', text, values: [id] };
}

const COLUMNS = `
  p.id::text as "_id", p.title, p.description, p.price, p.address, p.city, p.state, p.zip_code as "zipCode",
  p.latitude, p.longitude, p.bedrooms, p.bathrooms, p.sqft, p.property_type as "propertyType", p.status,
  p.is_available as "isAvailable", p.images, p.agent_id::text as "agentId", p.agent_name as "agentName",
  p.agent_email as "agentEmail", p.agent_avatar as "agentAvatar", p.created_at as "createdAt",
  p.updated_at as "updatedAt"`;

const ORDERS: Record<string, string> = {
  price_asc: 'p.price, p.id',
  price_desc: 'p.price desc, p.id desc',
};

function listStatement(query: URLSearchParams): ReferenceStatement {
  const values: string[] = [];
  const names: string[] = [];
  const conditions = ['p.is_available'];
  const add = (name: string, condition: (placeholder: string) => string) => {
    const value = query.get(name);
    if (value === null) return;
    values.push(value);
    names.push(name);
    conditions.push(condition(`$${values.length}`));
  };
  add('status', (value) => `p.status = ${value}`);
  add('propertyType', (value) => `p.property_type = ${value}`);
  add('bedrooms', (value) => `p.bedrooms >= ${value}`);
  add('minPrice', (value) => `p.price >= ${value}`);
  add('maxPrice', (value) => `p.price <= ${value}`);
  add('agentId', (value) => `p.agent_id = ${value}`);
  add('searchTerm', (value) => `p.search @@ plainto_tsquery('simple', fold_text(${value}))`);
  const sort = query.get('sort') ?? '';
  const order = ORDERS[sort] ?? 'p.created_at desc, p.id desc';
  const limit = Number(query.get('limit') ?? 24);
  const offset = (Number(query.get('page') ?? 1) - 1) * limit;
  // Finds the ids in the index first, because deep pages would otherwise fetch the skipped rows.
  const text = `select coalesce(json_agg(row_to_json(rows)), '[]')::text as body from (
    select ${COLUMNS} from (
      select p.id from bench_wide p where ${conditions.join(' and ')} order by ${order} limit ${limit} offset ${offset}
    ) page join bench_wide p using (id) order by ${order}
  ) rows`;
  // With other filters, a single plan for all values would be bad for most of them.
  const isPrepared = names.every((name) => name === 'agentId');
  return isPrepared
    ? { name: [sort, limit, offset, ...names].join(' '), text, values }
    : { text, values };
}
