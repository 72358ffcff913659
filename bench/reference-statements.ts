/** The statements of the references: one for each endpoint, JSON built by PostgreSQL, no count. */

/** A statement that gives one column `body`; named ones are prepared. */
export type ReferenceStatement = { name?: string; text: string; values: string[] };

/** The statement for an address of the API. */
export function referenceStatement(address: string): ReferenceStatement {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const id = /^\/api\/properties\/(\d+)$/.exec(pathname)?.[1];
  if (id === undefined) return listStatement(searchParams);
  const text = `select ${COLUMNS}::text as body from properties p join users u on u.id = p.agent_id where p.id = $1`;
  return { name: 'one', text, values: [id] };
}

const COLUMNS = `
  json_build_object('_id', p.id::text, 'title', p.title, 'description', p.description, 'price', p.price,
    'address', p.address, 'city', p.city, 'state', p.state, 'zipCode', p.zip_code, 'latitude', p.latitude,
    'longitude', p.longitude, 'bedrooms', p.bedrooms, 'bathrooms', p.bathrooms, 'sqft', p.sqft,
    'propertyType', p.property_type, 'status', p.status, 'isAvailable', p.is_available,
    'images', coalesce((select json_agg('/images/' || i.key || '/full.webp' order by i.position) from property_images i where i.property_id = p.id), '[]'),
    'agent', json_build_object('_id', u.id::text, 'name', u.name, 'email', u.email, 'avatar', u.avatar_key),
    'createdAt', p.created_at, 'updatedAt', p.updated_at)`;

const ORDERS: Record<string, string> = {
  price_asc: 'p.price, p.id',
  price_desc: 'p.price desc, p.id desc',
};

function listStatement(query: URLSearchParams): ReferenceStatement {
  const values: string[] = [];
  // In the words of the indexes, as the server says it; kinds help only those who count or collect all.
  const conditions = query.has('searchTerm')
    ? ['p.is_available', 'p.is_available is true']
    : ['p.is_available'];
  const add = (name: string, condition: (place: string) => string) => {
    const value = query.get(name);
    if (value === null) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add('status', (value) => `p.status = ${value}`);
  add('propertyType', (value) => `p.property_type = ${value}`);
  add('bedrooms', (value) => `p.bedrooms >= ${value}`);
  add('minPrice', (value) => `p.price >= ${value}`);
  add('maxPrice', (value) => `p.price <= ${value}`);
  add('agentId', (value) => `p.agent_id = ${value}`);
  add('searchTerm', (value) => `p.search @@ plainto_tsquery('simple', fold_text(${value}))`);
  const order = ORDERS[query.get('sort') ?? ''] ?? 'p.created_at desc, p.id desc';
  const limit = Number(query.get('limit') ?? 24);
  const offset = (Number(query.get('page') ?? 1) - 1) * limit;
  return {
    text: `select coalesce(json_agg(o), '[]')::text as body from (
      select ${COLUMNS} as o from (
        select p.id from properties p where ${conditions.join(' and ')} order by ${order} limit ${limit} offset ${offset}
      ) page join properties p using (id) join users u on u.id = p.agent_id order by ${order}) rows`,
    values,
  };
}
