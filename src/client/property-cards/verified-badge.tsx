import { formatDate } from '#shared/format/dates.ts';
import type { Verification } from '#shared/schemas/agent-verification.ts';
import { Badge } from '../ui/blocks/badge.tsx';

/** Describes an agent's verification and its date (docs/product/verified-agents.md, Fields). */
export function verificationText({ checkedAt, licenseNumber, licenseState }: Verification): string {
  const day = formatDate(checkedAt);
  if (licenseNumber === null) return `Checked on ${day}`;
  const state = licenseState === null ? '' : ` (${licenseState})`;
  return `License ${licenseNumber}${state} checked on ${day}`;
}

/** A verified agent's badge; renders nothing for unverified agents. */
export function VerifiedBadge({ verification }: { verification: Verification | null }) {
  if (verification === null) return null;
  const text = verificationText(verification);
  return (
    <span title={text} className="inline-flex">
      <Badge tone="brand">Verified</Badge>
      <span className="sr-only">: {text}</span>
    </span>
  );
}
