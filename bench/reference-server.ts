/**
 * The measure: what Node.js and `pg` alone can do. One statement per call, JSON built by PostgreSQL, no framework,
 * no validation, no count. Started by the benchmark as a process of its own with DATABASE_URL.
 */

import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });

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

/** The statement of a list, with its values. */
function listStatement(query: URLSearchParams): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = ['p.is_available'];
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

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const id = /^\/api\/properties\/(\d+)$/.exec(pathname)?.[1];
  const statement =
    id === undefined
      ? listStatement(searchParams)
      : {
          name: 'one',
          text: `select ${COLUMNS}::text as body from properties p join users u on u.id = p.agent_id where p.id = $1`,
          values: [id],
        };
  pool.query<{ body: string }>(statement).then(
    ({ rows }) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(rows[0]?.body ?? 'null');
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) {
    process.stdout.write(`ready at http://localhost:${address.port}\n`);
  }
});
process.on('SIGTERM', () => process.exit(0));
