/** The actions in the audit log with their labels (docs/product/audit-log.md, Actions). */
export const AUDIT_ACTIONS = {
  'inquiry.assigned': 'Assigned an inquiry to another agent',
  'api_key.created': 'Created an API key',
  'api_key.deleted': 'Deleted an API key',
  'data_source.changed': 'Changed a data source',
  'data_source.created': 'Added a data source',
  'data_source.deleted': 'Deleted a data source',
  'demo.removed': 'Removed the demo data',
  'inquiry.deleted': 'Deleted an inquiry',
  'inquiry.exported': 'Exported inquiries',
  'inquiry.read': 'Read an inquiry',
  'listing.approved': 'Approved a listing',
  'listing.changes_requested': 'Sent a listing back to its agent',
  'invitation.accepted': 'Accepted an invitation',
  'invitation.created': 'Invited someone',
  'invitation.revoked': 'Revoked an invitation',
  'listing.deleted': 'Deleted a listing',
  'listing.hidden': 'Hid a listing',
  'listing.reassigned': 'Moved a listing to another agent',
  'listing.shown': 'Made a hidden listing visible again',
  'message.deleted': 'Deleted a message',
  'policy.changed': 'Changed a policy',
  'office.changed': 'Changed an office',
  'office.created': 'Created an office',
  'office.deleted': 'Deleted an office',
  'office.member_changed': 'Added a member to an office, or changed their role there',
  'office.member_removed': 'Removed a member from an office',
  'report.decided': 'Resolved a report',
  'site.changed': 'Changed the site settings',
  'user.created': 'Created an account',
  'user.data_exported': 'Exported personal data',
  'user.deleted': 'Deleted an account',
  'user.second_factor_removed': 'Removed a second factor',
  'user.role_changed': 'Changed a role',
  'user.verification_changed': 'Changed an agent’s verification',
  'license_list.replaced': 'Uploaded a license list',
  'user.agent_request_decided': 'Resolved a request to become an agent',
  'webhook.changed': 'Changed a webhook',
  'webhook.created': 'Added a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.secret_rotated': 'Rotated a webhook’s secret',
} as const;

/** The name of an action: a noun and a verb in the past tense, such as `user.deleted`. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** The names of all actions. */
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];
