import type { PersonKind } from '../platform/http/person.ts'

/** Someone who can sign in, in whichever of the four tables. */
export type PersonRef = { kind: PersonKind; id: number }

const tables = {
  admin: 'admins',
  merchant: 'merchants',
  'merchant-user': 'merchant_users',
  partner: 'partners',
} as const satisfies Record<PersonKind, string>

/** The four tables carry the same credential columns, so the type of one stands for all of them. */
export const tableOf = (kind: PersonKind) => tables[kind] as 'admins'

/** What a person's secrets are sealed to and their limits are counted by. */
export const identityOf = ({ kind, id }: PersonRef) => `${kind}:${id}`
