/** A software WebAuthn authenticator: passkeys with ES256 and attestation 'none'. */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toBase64Url = (data: Buffer) => data.toString('base64url');

/** Deviations from a valid response. */
type Faults = { origin?: string; rpId?: string; isVerified?: boolean; type?: string };

/** Creates a passkey for the test app's site. */
export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const buildClientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge,
        origin: faults.origin ?? 'https://homes.example.org',
        crossOrigin: false,
      }),
    );

  function buildAuthenticatorData(faults: Faults, credential = Buffer.alloc(0)): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags =
      FLAG_PRESENT |
      (faults.isVerified === false ? 0 : FLAG_VERIFIED) |
      (credential.length > 0 ? FLAG_CREDENTIAL : 0);
    const rpIdHash = sha256(faults.rpId ?? 'homes.example.org');
    return Buffer.concat([rpIdHash, Buffer.of(flags), count, credential]);
  }

  const commonFields = { id: toBase64Url(id), rawId: toBase64Url(id), type: 'public-key' as const };

  return {
    id: toBase64Url(id),
    /** Responds to registration options. */
    register(options: { challenge: string }, faults: Faults = {}) {
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, toCose(publicKey)]);
      const data = buildAuthenticatorData(faults, credential);
      return {
        ...commonFields,
        response: {
          clientDataJSON: toBase64Url(
            buildClientData('webauthn.create', options.challenge, faults),
          ),
          attestationObject: toBase64Url(toAttestation(data)),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** Responds to sign-in options. */
    signIn(options: { challenge: string }, userId: string, faults: Faults = {}) {
      const client = buildClientData('webauthn.get', options.challenge, faults);
      const data = buildAuthenticatorData(faults);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...commonFields,
        response: {
          clientDataJSON: toBase64Url(client),
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(signature),
          userHandle: toBase64Url(Buffer.from(userId)),
        },
        clientExtensionResults: {},
      };
    },
  };
}

/** Encodes a public key in COSE (RFC 9053): EC2, ES256, P-256. */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** Encodes `{ fmt: "none", attStmt: {}, authData }` in CBOR. */
function toAttestation(data: Buffer): Buffer {
  const encodeText = (word: string) => Buffer.from([0x60 + word.length, ...Buffer.from(word)]);
  return Buffer.concat([
    Buffer.of(0xa3),
    encodeText('fmt'),
    encodeText('none'),
    encodeText('attStmt'),
    Buffer.of(0xa0),
    encodeText('authData'),
    Buffer.of(0x59, data.length >> 8, data.length & 0xff),
    data,
  ]);
}
