import { toDataURL } from 'qrcode'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import { lockCredentials } from './table.credentials.ts'
import { newTotpSecret, totpUri } from './totp.ts'
import { storePendingSecret } from './two-factor-state.ts'

/** Begins the set-up: nothing changes until a code of the new secret has been given. */
export const setUpTwoFactor = async ({ db, sealer }: Deps, person: Person) => {
  const secret = newTotpSecret()
  await inTransaction(db, async (tx) => {
    const { twoFactorEnabled } = await lockCredentials(tx, person)
    if (twoFactorEnabled) throw new ApiError('second-factor-already-on')
    await storePendingSecret(tx, sealer, person, secret)
  })
  return {
    secret,
    manualKey: secret.replace(/(.{4})(?=.)/g, '$1 '),
    qrCodeImage: await toDataURL(totpUri(secret, person.email), { margin: 2, width: 240 }),
  }
}
