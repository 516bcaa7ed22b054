import { createHash } from 'node:crypto'
import type { Call } from '@bitquay/contract/call'
import type { Mac } from '../crypto/mac.ts'
import type { Asked } from './route.ts'

/** The fields of a body that must not be guessable from a stored hash. */
const secretFields = new Set(['password', 'currentPassword', 'newPassword', 'token', 'secret'])

/**
 * Hashes of what was requested, after validation, so that spaces and the order of fields make no difference. The first
 * is the one to store. The others recognize a row that was stored under the previous application secret or by an
 * earlier version, which left secret fields out.
 */
export const hashInput = (
  mac: Mac,
  call: Call,
  { params, query, body, person, idempotencyKey }: Asked<Call>,
): [Buffer, ...Buffer[]] => {
  const hashOf = (hashedBody: unknown) =>
    createHash('sha256')
      .update(JSON.stringify([call.method, call.path, params, query, hashedBody]))
      .digest()
  if (!person || typeof body !== 'object' || body === null) return [hashOf(body)]
  // A repeat of the same request carries a newer code.
  const fields = Object.entries(body).filter(([name]) => name !== 'twoFactorToken')
  const identity = `${person.kind}:${person.id}:${idempotencyKey}`
  const hashWith = (sign: Mac['sign']) =>
    hashOf(
      Object.fromEntries(
        fields.map(([name, value]) => [
          name,
          secretFields.has(name) ? sign(`${identity}:${name}:${JSON.stringify(value)}`) : value,
        ]),
      ),
    )
  const withoutSecrets = Object.fromEntries(fields.filter(([name]) => !secretFields.has(name)))
  return [hashWith(mac.sign), ...mac.signers.map(hashWith), hashOf(withoutSecrets)]
}
