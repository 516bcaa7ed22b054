import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { type ApiScope, moneyScopes } from '@bitquay/contract/call'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant } from '../people/index.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyCreated, whoOf } from './facts.ts'
import { limits } from './limits.ts'
import { getKey } from './queries.ts'
import { requireManagerCode } from './require-manager-code.ts'
import { createKey, type NewApiKey } from './table.ts'

type Form = Omit<NewApiKey, 'merchantId' | 'mode' | 'createdBy' | 'createdByUser'> & {
  twoFactorToken: string | undefined
}

/**
 * Creates an API key. A key that moves money hands a person's second factor to a program, so it needs a 2FA code now. A
 * key that withdraws also needs the only addresses it may ever pay.
 */
export const createApiKey = async (
  deps: Deps,
  person: MerchantPerson,
  { twoFactorToken, ...form }: Form,
  source: Source,
): Promise<ApiKeyView & { key: string }> => {
  await requireAttempts(deps, [limits.newApiKeys(person.merchantId)])
  return commitThenThrow(deps.db, async (tx) => {
    const refusal =
      requireFittingAddresses(deps, form) ??
      requireFittingLimit(form) ??
      (movesMoney(form.scopes)
        ? await requireManagerCode(tx, deps, person, twoFactorToken, source, `an API key can ${nameMoves(form.scopes)}`)
        : undefined)
    if (refusal) return refusal
    // Lock the merchant, so that requests at the same time cannot create too many keys.
    await lockMerchant(tx, person.merchantId)
    const { id, text } = await createKey(tx, {
      ...form,
      merchantId: person.merchantId,
      mode: deps.config.mode === 'live' ? 'live' : 'test',
      createdBy: person.email,
      ...(person.kind === 'merchant-user' ? { createdByUser: person.id } : {}),
    })
    const created = await getKey(tx, person.merchantId, id)
    const { scopes, withdrawalAddresses, dailyRefundLimitUsd } = created
    const about = {
      ...created,
      ...whoOf(deps, person, source),
      detail: {
        dailyRefundLimitUsd,
        scopes: scopes.join(' '),
        withdrawalAddresses: withdrawalAddresses.join(' '),
      },
    }
    await announce(tx, apiKeyCreated, about, { actor: person, source })
    return { ...created, key: text }
  })
}

const requireFittingAddresses = ({ config }: Deps, form: Omit<Form, 'twoFactorToken'>): ApiError | undefined => {
  const sends = form.scopes.includes('withdrawals')
  if (sends && form.withdrawalAddresses.length === 0) {
    return invalid('withdrawalAddresses', 'Enter the addresses that this key can send to')
  }
  if (!sends && form.withdrawalAddresses.length > 0) {
    return invalid('withdrawalAddresses', 'Addresses require the withdrawals scope')
  }
  for (const address of form.withdrawalAddresses) requireAddress(address, config.network, 'withdrawalAddresses')
  return undefined
}

const requireFittingLimit = ({ scopes, dailyRefundLimitUsd = '0.00' }: Pick<Form, 'scopes' | 'dailyRefundLimitUsd'>) =>
  scopes.includes('refunds') || /^[0.]+$/.test(dailyRefundLimitUsd)
    ? undefined
    : invalid('dailyRefundLimitUsd', 'A refund limit requires the refunds scope')

/** Creating a key that moves money needs a 2FA code: a password or a session alone is not enough. */
const movesMoney = (scopes: Form['scopes']) => scopes.some((scope) => moneyScopes.includes(scope))

const moves: Partial<Record<ApiScope, string>> = { withdrawals: 'withdraw', refunds: 'start refunds' }

const nameMoves = (scopes: Form['scopes']) =>
  moneyScopes.flatMap((scope) => (scopes.includes(scope) ? (moves[scope] ?? []) : [])).join(' and ')

const invalid = (path: string, message: string) =>
  new ApiError('invalid-request', { message, fields: [{ path, message }] })
