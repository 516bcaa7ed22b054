/** Something that does not add up: about whom, and how far apart the two figures are. */
export type AuditRow = { subject: string; expected: string; found: string }
