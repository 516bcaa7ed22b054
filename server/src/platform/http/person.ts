import type { ApiScope, Audience } from '@bitquay/contract/call'
import type { MerchantRole } from '@bitquay/contract/people'

/** Which of the four tables a person is in. */
const personKinds = ['admin', 'merchant', 'merchant-user', 'partner'] as const
export type PersonKind = (typeof personKinds)[number]

/** A person who can sign in, in any of the four tables. */
export type PersonRef = { kind: PersonKind; id: number }

/** Identifies a person for sealed secrets and limits. */
export const identityOf = ({ kind, id }: PersonRef) => `${kind}:${id}`

type Signed = {
  id: number
  email: string
  name: string
  sessionId: number
  /** Whether the password was entered in this session within the last 10 minutes. */
  passwordIsRecent: boolean
  twoFactorEnabled: boolean
  /** They must set up a second factor before they may do anything. */
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

/** A merchant's program with an API key. It is not a person: it has no email address and no second factor. */
export type ApiKey = {
  id: number
  merchantId: number
  name: string
  /** The beginning of the key, by which people recognize it. */
  prefix: string
  /** Those that work now. */
  scopes: readonly ApiScope[]
  /** It moves no money until the owner of the store confirms it. */
  isSuspended: boolean
  /** The email address of the person who created it. */
  createdBy: string
  /** Where it may send to. Empty without the scope `withdrawals`. */
  withdrawalAddresses: readonly string[]
}

/** A point-of-sale device. It reaches its till's sales and nothing else. */
export type TillDevice = {
  id: number
  name: string
  merchantId: number
  storeName: string
  tillId: number
  slug: string
}

export type PersonOf<A extends Audience> = A extends 'admin'
  ? Admin
  : A extends 'merchant' | 'merchant-manager' | 'merchant-owner'
    ? MerchantPerson
    : A extends 'partner'
      ? Partner
      : A extends 'person'
        ? Person
        : A extends 'api' | 'till'
          ? undefined
          : Person | undefined

/** Only calls of the merchant API have a key, and some calls of the sandbox may. */
export type KeyOf<A extends Audience> = A extends 'api' ? ApiKey : A extends 'sandbox' ? ApiKey | undefined : undefined

/** Only calls of the point of sale have a device. */
export type DeviceOf<A extends Audience> = A extends 'till' ? TillDevice : undefined
