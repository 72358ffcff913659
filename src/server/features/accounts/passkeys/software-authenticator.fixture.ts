/** A software WebAuthn authenticator: passkeys with ES256. */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toBase64Url = (data: Buffer) => data.toString('base64url');

/** Deviations from a valid response. */
type Faults = { origin?: string; rpId?: string; isVerified?: boolean; type?: string };

/** Creates a format and a statement in CBOR for a passkey and the hash of the client data. */
type Attest = (publicKey: KeyObject, clientDataHash: Buffer) => Promise<Attestation>;
type Attestation = { format: string; statement: Buffer };

const NO_ATTESTATION: Attestation = { format: 'none', statement: Buffer.of(0xa0) };

/** Creates a passkey for the test app's site. */
export function createSoftwarePasskey({ idLength = 32 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(idLength);
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
      const length = Buffer.of(id.length >> 8, id.length & 0xff);
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
    /** Responds to registration options with an attestation that was not requested. */
    async registerAttested(options: { challenge: string }, attest: Attest) {
      const registration = this.register(options);
      const { clientDataJSON, attestationObject } = registration.response;
      const data = Buffer.from(attestationObject, 'base64url').subarray(
        toAttestation(Buffer.of()).length,
      );
      const attestation = await attest(publicKey, sha256(Buffer.from(clientDataJSON, 'base64url')));
      return {
        ...registration,
        response: {
          ...registration.response,
          attestationObject: toBase64Url(toAttestation(data, attestation)),
        },
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

/** Encodes up to 23 characters in CBOR. */
export const encodeText = (text: string) => Buffer.from([0x60 + text.length, ...Buffer.from(text)]);

/** Encodes up to 65,535 bytes in CBOR. */
export const encodeBytes = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.of(0x59, bytes.length >> 8, bytes.length & 0xff), bytes]);

/** Encodes `{ fmt, attStmt, authData }` in CBOR. */
function toAttestation(data: Buffer, { format, statement } = NO_ATTESTATION): Buffer {
  return Buffer.concat([
    Buffer.of(0xa3),
    encodeText('fmt'),
    encodeText(format),
    encodeText('attStmt'),
    statement,
    encodeText('authData'),
    encodeBytes(data),
  ]);
}
