import { createHash } from 'node:crypto'
import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import type { Invoice } from '@bitquay/btcpay/wire/invoices'
import type { DepositAddress } from '@bitquay/contract/deposit-addresses'
import { requireAttempts, takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, openStore, type ReadyStore, saveAddresses } from '../stores/index.ts'
import { limits } from './limits.ts'
import { getDepositAddress } from './queries.ts'
import { beginAddress, type DepositAddressRow, finishAddress } from './table.ts'

type Wanted = { merchantId: number; reference: string; createdBy: string; apiKeyId?: number }

/**
 * Returns the address of a reference and creates it if there is none. BTCPay keeps the address of a top-up invoice for
 * good and reports what is paid to it, also after the invoice has expired.
 */
export const createDepositAddress = async (deps: Deps, wanted: Wanted): Promise<DepositAddress> => {
  const { merchantId, reference, createdBy } = wanted
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  const { serverUrl, storeId } = store
  const orderId = orderIdOf(merchantId, storeId, reference)
  const { row, isNew } = await inTransaction(deps.db, async (tx) => {
    const begun = await beginAddress(tx, { merchantId, reference, createdBy, serverUrl, storeId, orderId })
    if (begun.isNew) await takeRoom(tx, deps, wanted)
    return begun
  })
  if (row.address === null) {
    if (!isNew) await requireAttempts(deps, [limits.depositAddresses(merchantId)])
    await create(deps, store, row, isNew)
  }
  return getDepositAddress(deps.db, merchantId, row.id)
}

/** In the transaction that saves the address: a refused request must not use up the room of the merchant. */
const takeRoom = async (tx: Tx, { config }: Deps, { merchantId, apiKeyId }: Wanted) => {
  if (!config.rateLimits) return
  const refusal =
    (await takeAttempt(tx, limits.depositAddresses(merchantId))) ??
    (apiKeyId === undefined ? undefined : await takeAttempt(tx, limits.depositAddressesOfKey(apiKeyId)))
  if (refusal) throw refusal
}

const orderIdOf = (merchantId: number, storeId: string, reference: string) =>
  `deposit-${createHash('sha256')
    .update(JSON.stringify([merchantId, storeId, reference]))
    .digest('hex')
    .slice(0, 32)}`

const create = async (deps: Deps, store: ReadyStore, row: DepositAddressRow, isNew: boolean) => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const invoice = getValue(await findOrCreate(client, store, row, isNew))
  const methods = getValue(await client.invoices.paymentMethods(store.storeId, invoice.id))
  const onChain = methods.find(({ paymentMethodId }) => paymentMethodId === 'BTC-CHAIN')
  const address = onChain?.destination
  const isRight = invoice.type === 'TopUp' && address && scriptOfAddress(address, deps.config.network) !== undefined
  if (!isRight) throw new ApiError('engine-refused')
  // Nothing is sent from the store to its own address.
  await saveAddresses(deps.db, store, [{ address }], { handedOut: true })
  const saved = await finishAddress(deps.db, row, { engineInvoiceId: invoice.id, address })
  if (!saved) throw new ApiError('engine-refused')
}

/** BTCPay has no idempotency. After a lost answer, the invoice is found by its order. */
const findOrCreate = async (
  client: BtcpayClient,
  { storeId }: ReadyStore,
  { orderId, reference }: DepositAddressRow,
  isNew: boolean,
): Promise<Outcome<Invoice>> => {
  if (!isNew) {
    const found = await client.invoices.list(storeId, { orderIds: [orderId], take: 1 })
    if (found.kind !== 'ok') return found
    const [existing] = found.value
    if (existing) return { ...found, value: existing }
  }
  return client.invoices.create(storeId, {
    amount: null,
    currency: 'BTC',
    metadata: { orderId, itemDesc: reference },
    checkout: { paymentMethods: ['BTC-CHAIN'] },
  })
}

const getValue = <T>(outcome: Outcome<T>): T => {
  if (outcome.kind === 'ok') return outcome.value
  throw new ApiError(outcome.kind === 'refused' ? 'engine-refused' : 'engine-unavailable', { cause: outcome })
}
