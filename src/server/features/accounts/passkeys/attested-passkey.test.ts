/** Tests that the server sends no requests to check a passkey's attestation. */

import 'reflect-metadata';
import { once } from 'node:events';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CRLDistributionPointsExtension,
  cryptoProvider,
  Extension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import {
  createSoftwarePasskey,
  encodeBytes,
  encodeText,
} from './software-authenticator.fixture.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60 * 1000;

/** The OID of Android's key attestation extension. */
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17';

/** Encodes a tag and up to 127 bytes of contents in DER. */
function encodeDer(tag: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag, body.length), body]);
}

const describeKey = (challenge: Buffer) =>
  encodeDer(
    0x30,
    encodeDer(0x02, Buffer.of(3)),
    encodeDer(0x0a, Buffer.of(1)),
    encodeDer(0x02, Buffer.of(4)),
    encodeDer(0x0a, Buffer.of(1)),
    encodeDer(0x04, challenge),
    encodeDer(0x04),
    encodeDer(0x30),
    encodeDer(0x30),
  );

/** Creates an Android key attestation whose certificate refers to a revocation list at a URL. */
async function attest(publicKey: KeyObject, clientDataHash: Buffer, crlUrl: string) {
  cryptoProvider.set(crypto);
  const rootKeys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const validity = {
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
  };
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Root',
    keys: rootKeys,
    signingAlgorithm: ALGORITHM,
    ...validity,
  });
  const leaf = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=Leaf',
    issuer: root.subject,
    publicKey: await crypto.subtle.importKey(
      'spki',
      publicKey.export({ type: 'spki', format: 'der' }),
      ALGORITHM,
      true,
      ['verify'],
    ),
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [
      new Extension(KEY_DESCRIPTION, false, describeKey(clientDataHash)),
      new CRLDistributionPointsExtension([crlUrl]),
    ],
  });
  const statement = Buffer.concat([
    Buffer.of(0xa3),
    encodeText('alg'),
    Buffer.of(0x26),
    encodeText('sig'),
    encodeBytes(Buffer.alloc(64)),
    encodeText('x5c'),
    Buffer.of(0x82),
    encodeBytes(Buffer.from(leaf.rawData)),
    encodeBytes(Buffer.from(root.rawData)),
  ]);
  return { format: 'android-key', statement };
}

test('a passkey with certificates is rejected without reading their revocation lists', async () => {
  const server = await startTestApp();
  const requests: (string | undefined)[] = [];
  const crlServer = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(crlServer, 'listening');
  const crlUrl = `http://127.0.0.1:${(crlServer.address() as AddressInfo).port}/crl`;
  try {
    const as = await server.addUser();
    const options = await server.ok(endpoints.getPasskeyOptions, { as, body: {} });
    const response = await createSoftwarePasskey().registerAttested(options, (publicKey, hash) =>
      attest(publicKey, hash, crlUrl),
    );
    const body = { name: 'Phone', response };
    expect((await server.error(endpoints.addPasskey, { as, body })).status).toBe(400);
    expect(requests).toEqual([]);
  } finally {
    crlServer.close();
    await server.close();
  }
});
