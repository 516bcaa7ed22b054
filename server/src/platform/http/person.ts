import type { ApiScope, Audience } from '@bitquay/contract/call'
import type { MerchantRole } from '@bitquay/contract/people'

/** Which of the four tables someone is in. */
const personKinds = ['admin', 'merchant', 'merchant-user', 'partner'] as const
export type PersonKind = (typeof personKinds)[number]

type Signed = {
  id: number
  email: string
  name: string
  sessionId: number
  /** Whether the password was given in this session within the last 10 minutes. */
  passwordIsRecent: boolean
  twoFactorEnabled: boolean
  /** They may do nothing before they have set up a second factor. */
  mustEnroll: boolean
}

export type Admin = Signed & { kind: 'admin' }
export type MerchantPerson = Signed & {
  kind: 'merchant' | 'merchant-user'
  merchantId: number
  role: MerchantRole
  storeName: string
}
export type Partner = Signed & { kind: 'partner'; sharePercentage: string }

/** A signed-in person. */
export type Person = Admin | MerchantPerson | Partner

/** A program of a merchant's, that has shown an API key. It is no person: it has no e-mail address and no second factor. */
export type ApiKey = {
  id: number
  merchantId: number
  name: string
  /** The key's beginning, by which people tell it from others. */
  prefix: string
  scopes: readonly ApiScope[]
  /** The e-mail address of the person who made it. */
  createdBy: string
  /** Where it may send to; empty without the scope `withdrawals`. */
  withdrawalAddresses: readonly string[]
}

export type PersonOf<A extends Audience> = A extends 'admin'
  ? Admin
  : A extends 'merchant' | 'merchant-manager' | 'merchant-owner'
    ? MerchantPerson
    : A extends 'partner'
      ? Partner
      : A extends 'person'
        ? Person
        : A extends 'api'
          ? undefined
          : Person | undefined

/** What only a program shows. */
export type KeyOf<A extends Audience> = A extends 'api' ? ApiKey : undefined

/** The rights of product and spec in one place: may this person make a call for that audience? */
export const mayCall = (person: Person, audience: Audience): boolean => {
  switch (audience) {
    case 'public':
    case 'person':
    case 'sandbox':
      return true
    case 'merchant':
      return person.kind === 'merchant' || person.kind === 'merchant-user'
    case 'merchant-manager':
      return (person.kind === 'merchant' || person.kind === 'merchant-user') && person.role !== 'user'
    case 'merchant-owner':
      return person.kind === 'merchant'
    case 'partner':
    case 'admin':
      return person.kind === audience
    case 'engine':
    case 'api':
      return false
  }
}
