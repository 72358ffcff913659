/** What the files for deployment promise (SECURITY.md, V13). */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const unit = readFileSync(
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
  ])('says %s', (line) => {
    expect(unit).toContain(line);
  });

  it('runs as a user of its own', () => {
    expect(unit).toContain('User=doorstep');
  });
});
