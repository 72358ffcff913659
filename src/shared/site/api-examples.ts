/** Code examples on the page 'API & Webhooks'. The server's api-examples.test.ts runs them. */

/** Reads three homes with curl, using the key's secret as a bearer token. */
export const curlExample = (
  siteUrl: string,
) => `curl --fail --get '${siteUrl}/reso/odata/Property' \\
  --header "Authorization: Bearer $CLIENT_SECRET" \\
  --data-urlencode '$select=ListingKey,ListPrice,City' \\
  --data-urlencode '$top=3'
`;

/** Reads every home with Node.js, page by page, with a token. */
export const nodeExample = (siteUrl: string) => `const { CLIENT_ID, CLIENT_SECRET } = process.env;

const response = await fetch('${siteUrl}/oauth/token', {
  method: 'POST',
  headers: { authorization: \`Basic \${btoa(\`\${CLIENT_ID}:\${CLIENT_SECRET}\`)}\` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
});
const { access_token: token } = await response.json();

let next = '${siteUrl}/reso/odata/Property?$select=ListingKey,ListPrice,City';
while (next) {
  const page = await fetch(next, { headers: { authorization: \`Bearer \${token}\` } });
  const { value, '@odata.nextLink': link } = await page.json();
  for (const home of value) console.log(home.ListingKey, home.ListPrice, home.City);
  next = link;
}
`;

/** Receives messages with Node.js and verifies them according to the Standard Webhooks specification. */
export const receiverExample = `const { createHmac, timingSafeEqual } = require('node:crypto');
const { createServer } = require('node:http');

const { WEBHOOK_SECRET, PORT = '8080' } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');

function isGenuine(headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const signatures = String(headers['webhook-signature']).split(' ');
  return (
    isRecent &&
    signatures.some((text) => {
      const [version, base64 = ''] = text.split(',');
      const signature = Buffer.from(base64, 'base64');
      return (
        version === 'v1' &&
        signature.length === expected.length &&
        timingSafeEqual(signature, expected)
      );
    })
  );
}

createServer(async (request, response) => {
  const chunks = await request.toArray();
  const body = Buffer.concat(chunks).toString();
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  // A message can arrive more than once: ignore a webhook-id that you have already received.
  const { type, data } = JSON.parse(body);
  console.log(request.headers['webhook-id'], type, data);
  response.writeHead(204).end();
}).listen(Number(PORT));
`;
