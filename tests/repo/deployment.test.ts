/** Checks the systemd unit (SECURITY.md, V13 Configuration) and the favicon. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const systemdUnit = readFileSync(
  path.join(import.meta.dirname, '../../deploy/doorstep.service'),
  'utf8',
).split('\n');

describe('the systemd unit', () => {
  it.each([
    'MemoryHigh=75%',
    'MemoryMax=85%',
    'TasksMax=512',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'ProtectProc=invisible',
    'ProtectClock=yes',
    'ProtectHostname=yes',
    'ProtectKernelLogs=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6',
    'LockPersonality=yes',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'UMask=0077',
  ])('contains %s', (line) => {
    expect(systemdUnit).toContain(line);
  });

  it('runs as a dedicated user', () => {
    expect(systemdUnit).toContain('User=doorstep');
  });
});

describe('public/favicon.ico, which browsers and feed readers request by default,', () => {
  it('contains an icon of 32 pixels', () => {
    const icon = readFileSync(path.join(import.meta.dirname, '../../public/favicon.ico'));
    expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon[6], icon[7]]).toEqual([0, 1, 32, 32]);
    expect(icon.subarray(icon.readUInt32LE(18)).subarray(1, 4).toString()).toBe('PNG');
  });
});
