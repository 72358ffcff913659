import type { Role } from '#shared/schemas/user.ts';
import { Badge, type BadgeTone } from '../../ui/blocks/badge.tsx';
import { ROLE_LABELS } from './user-queries.ts';

const TONES: Record<Role, BadgeTone> = { user: 'plain', agent: 'brand', admin: 'clay' };

/** A role as a colored badge (docs/product/dashboard.md, Manage Users). */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={TONES[role]}>{ROLE_LABELS[role]}</Badge>;
}
