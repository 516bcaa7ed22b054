import type { ApiKeyView } from '@bitquay/contract/api-keys'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../modules/act-log/record-act.ts'
import { createKey, type NewApiKey } from '../../modules/api-keys/create-key.ts'
import { getKey } from '../../modules/api-keys/list-keys.ts'
import { lockCredentials } from '../../modules/auth/credentials.ts'
import { apiKeyCreatedLetter } from '../../modules/mail/api-key-letters.ts'
import { lockMerchant } from '../../modules/merchants/lock-merchant.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { noteChange } from '../../platform/events/note-change.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { MerchantPerson } from '../../platform/http/person.ts'
import type { Source } from '../../platform/http/route.ts'
import { commitThenRefuse } from '../commit-then-refuse.ts'
import { requireAddress } from '../sends/require-address.ts'
import { requireOpen } from '../sends/require-open.ts'
import { takeSecondFactor } from '../take-second-factor.ts'
import { toVerificationRefusal } from '../to-verification-refusal.ts'
import { mailManagers } from './mail-managers.ts'

type Form = Omit<NewApiKey, 'merchantId' | 'mode' | 'createdBy'> & { twoFactorToken: string | undefined }

/**
 * Makes an API key. One that moves money is a person's second factor handed to a program: it takes a code now, and one
 * that withdraws the addresses that it may ever pay.
 */
export const createApiKey = (
  deps: Deps,
  person: MerchantPerson,
  { twoFactorToken, ...form }: Form,
  source: Source,
): Promise<ApiKeyView & { key: string }> =>
  commitThenRefuse(deps.db, async (tx) => {
    const refusal =
      requireFittingAddresses(deps, form) ?? (await requireSecondFactor(tx, deps, person, form, twoFactorToken, source))
    if (refusal) return refusal
    // Keys are counted and made one after the other, so that any number of requests at once never make too many.
    await lockMerchant(tx, person.merchantId)
    const { id, text } = await createKey(tx, {
      ...form,
      merchantId: person.merchantId,
      mode: deps.config.mode === 'live' ? 'live' : 'test',
      createdBy: person.email,
    })
    const made = await getKey(tx, person.merchantId, id)
    const { name, prefix, scopes, withdrawalAddresses } = made
    await recordAct(tx, {
      act: 'api-key-created',
      actor: person,
      source,
      subject: { kind: 'api-key', id },
      detail: { name, prefix, scopes: scopes.join(' '), withdrawalAddresses: withdrawalAddresses.join(' ') },
    })
    await mailManagers(
      tx,
      person,
      apiKeyCreatedLetter(deps.config.publicUrl, {
        ...{ name, prefix, scopes, withdrawalAddresses },
        storeName: person.storeName,
        by: person.email,
        address: source.address,
        at: tx.now,
      }),
    )
    await noteChange(tx, `merchant:${person.merchantId}`, 'api-keys')
    return { ...made, key: text }
  })

const requireFittingAddresses = ({ config }: Deps, form: Omit<Form, 'twoFactorToken'>): ApiError | undefined => {
  const sends = form.scopes.includes('withdrawals')
  if (sends && form.withdrawalAddresses.length === 0) {
    return invalid('withdrawalAddresses', 'Please enter the addresses that this key may send to')
  }
  if (!sends && form.withdrawalAddresses.length > 0) {
    return invalid('withdrawalAddresses', 'Addresses go with the scope withdrawals only')
  }
  for (const address of form.withdrawalAddresses) requireAddress(address, config.network, 'withdrawalAddresses')
  return undefined
}

/** What moves money later is proved now: with a password or a session alone nobody makes such a key. */
const requireSecondFactor = async (
  tx: Tx,
  deps: Deps,
  person: MerchantPerson,
  { scopes }: Omit<Form, 'twoFactorToken'>,
  code: string | undefined,
  source: Source,
): Promise<ApiError | undefined> => {
  if (!scopes.includes('withdrawals') && !scopes.includes('refunds')) return undefined
  await requireOpen(tx, deps, person)
  const locked = await lockCredentials(tx, person)
  if (!locked.twoFactorEnabled) return new ApiError('second-factor-needed')
  if (code === undefined) return invalid('twoFactorToken', 'Please enter your 2FA code.')
  const by = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
  return by instanceof ApiError ? toVerificationRefusal(by) : undefined
}

const invalid = (path: string, message: string) =>
  new ApiError('invalid-request', { message, fields: [{ path, message }] })
