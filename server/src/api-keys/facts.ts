import type { Deps } from '../deps.ts'
import { type Action, type Detail, merchantScreens } from '../facts/index.ts'
import type { Email } from '../mail/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import {
  type About,
  apiKeyChangedEmail,
  apiKeyConfirmedEmail,
  apiKeyCreatedEmail,
  apiKeyRevokedEmail,
} from './emails.ts'

/** `to` gets the email, and so does the owner, who may not know. */
type OfKey = Omit<About, 'storeName' | 'at'> & {
  id: number
  merchantId: number
  to: string
  publicUrl: string
  detail?: Detail
}

const ofKey = <More>(render: (publicUrl: string, about: About & More) => Email) => ({
  entry: ({ id, merchantId, name, prefix, detail }: OfKey) => ({
    subject: { kind: 'api-key', id },
    merchantId,
    detail: { name, prefix, ...detail },
  }),
  emails: async (about: OfKey & More, tx: Tx) => {
    const { email, storeName } = await getMerchant(tx, about.merchantId)
    return [{ to: [...new Set([about.to, email])], ...render(about.publicUrl, { ...about, storeName, at: tx.now }) }]
  },
  screens: merchantScreens(['api-keys']),
})

type Scope = { scopes: readonly string[]; withdrawalAddresses: readonly string[] }

export const apiKeyCreated: Action<OfKey & Scope> = { act: 'api-key-created', ...ofKey<Scope>(apiKeyCreatedEmail) }
export const apiKeyChanged: Action<OfKey & { beforeUsd: string; afterUsd: string }> = {
  act: 'api-key-changed',
  ...ofKey<{ beforeUsd: string; afterUsd: string }>(apiKeyChangedEmail),
}
export const apiKeyConfirmed: Action<OfKey> = { act: 'api-key-confirmed', ...ofKey(apiKeyConfirmedEmail) }
export const apiKeyRevoked: Action<OfKey> = { act: 'api-key-revoked', ...ofKey(apiKeyRevokedEmail) }

/** What the email says of a person who changes a key. */
export const whoOf = ({ config }: Deps, { merchantId, email }: MerchantPerson, { address }: Source) => ({
  merchantId,
  by: email,
  to: email,
  address,
  publicUrl: config.publicUrl,
})
