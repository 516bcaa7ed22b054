import type { Sealer } from '../platform/crypto/seal.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { secretIdentity } from './check-second-factor.ts'
import { type PersonRef, tableOf } from './person-tables.ts'
import type { LockedCredentials } from './table.credentials.ts'

/** A secret that is shown but not yet proven. It replaces one that was shown before. */
export const storePendingSecret = async (tx: Tx, sealer: Sealer, person: PersonRef, secret: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ twoFactorPendingSecret: sealer.seal(secret, secretIdentity(person)), updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}

export const openPendingSecret = (sealer: Sealer, person: LockedCredentials): string | undefined =>
  person.twoFactorPendingSecret === null
    ? undefined
    : sealer.open(person.twoFactorPendingSecret, secretIdentity(person))

/** The pending secret becomes the secret. The code that proved it is used up with it. */
export const enableTwoFactor = async (tx: Tx, person: LockedCredentials, provenStep: number) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({
      twoFactorEnabled: true,
      twoFactorSecret: person.twoFactorPendingSecret,
      twoFactorPendingSecret: null,
      twoFactorLastStep: BigInt(provenStep),
      // Enrolling as a part of the invitation is no change that someone would have to wait after.
      twoFactorChangedAt: person.mustEnroll ? null : tx.now,
      mustEnroll: false,
      updatedAt: tx.now,
    })
    .where('id', '=', person.id)
    .execute()
}

export const disableTwoFactor = async (tx: Tx, person: PersonRef) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({
      twoFactorEnabled: false,
      twoFactorSecret: null,
      twoFactorPendingSecret: null,
      twoFactorLastStep: null,
      twoFactorChangedAt: tx.now,
      updatedAt: tx.now,
    })
    .where('id', '=', person.id)
    .execute()
}

/** From now on this person may do nothing before they have set up a second factor. */
export const markMustEnroll = async (tx: Tx, person: PersonRef) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ mustEnroll: true, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}
