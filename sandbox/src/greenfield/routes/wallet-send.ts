import { Transaction } from '@scure/btc-signer'
import type { BuildRefusal } from '../../engine/engine.ts'
import type { ShopStore } from '../../engine/stores/store.ts'
import { type Caller, canInStore, canOnServer } from '../caller.ts'
import { forbiddenWithoutBody, type GreenfieldError, invalidField, notFound, refused, unavailable } from '../errors.ts'
import type { Call, Route } from '../route.ts'
import { readSend } from './read-send.ts'
import { atWallet } from './wallet-route.ts'
import { toTransactionView } from './wallet-transactions.ts'

export const walletSendRoutes: Route[] = [
  atWallet('POST', '/transactions', 'store.cancreatetransactions', create),

  atWallet('POST', '/transactions/broadcast', 'store.canbroadcasttransactions', (call, store) => {
    const body = call.fields()
    const text = body.text('transaction')?.trim() ?? ''
    body.check()
    return broadcast(call, store, hexOf(call, text))
  }),
]

function create(call: Call, store: ShopStore, caller: Caller): unknown {
  const { btcpay } = call
  const { wallets, chain } = btcpay.engine
  const body = call.fields()
  const mayBroadcast = body.flag('proceedWithBroadcast') ?? true
  const maySign = body.flag('signWithSeed') ?? true
  // Two of the rights are checked inside the handler, and a caller without them gets only the status code.
  if (!canInStore(caller, 'store.cansigntransactions', store)) throw forbiddenWithoutBody()
  if (mayBroadcast && !canInStore(caller, 'store.canbroadcasttransactions', store)) throw forbiddenWithoutBody()
  if (!btcpay.settings().hotWalletsForAll && !canOnServer(caller, 'server.canmodifyserversettings')) {
    throw unavailable(
      'not-available',
      'You need to allow non-admins to use hotwallets for their stores (in /server/policies)',
    )
  }
  const send = readSend(body, {
    chain,
    coins: () => wallets.coins(store.id),
    defaultSatPerKvb: chain.feeRate(store.settings.recommendedFeeBlockTarget).satPerKvb,
  })
  if (!maySign) {
    if (mayBroadcast) {
      throw invalidField('ProceedWithBroadcast', "Can't broadcast the transaction if it isn't signed")
    }
    // BTCPay locks what it builds to the current height, so that no miner gains from going back.
    const unsigned = wallets.buildUnsigned(store.id, { ...send, lockTime: chain.tip().height })
    if (!unsigned.ok) throw refusalOf(unsigned)
    return { psbt: unsigned.psbt }
  }
  // BTCPay checks for the keys last: an empty request to a cold wallet gets the error about its destinations first.
  if (!wallets.canSign(store.id)) {
    throw unavailable(
      'not-available',
      'You cannot sign with this wallet: it is not a hot wallet, or its seed is missing',
    )
  }
  const built = wallets.build(store.id, send)
  if (!built.ok) throw refusalOf(built)
  if (built.hex === undefined) throw refused('psbt-signing-error', 'The transaction could not be signed')
  return mayBroadcast ? broadcast(call, store, built.hex) : built.hex
}

function broadcast({ btcpay }: Call, store: ShopStore, hex: string): unknown {
  const { chain, wallets } = btcpay.engine
  const outcome = chain.broadcast(hex)
  if (!outcome.ok)
    throw refused('broadcast-error', `RPC Error while broadcasting: ${outcome.rpcCode} ${outcome.message}`)
  const entry = wallets.historyEntry(store.id, outcome.txid)
  if (!entry) throw notFound('transaction-not-found', 'The transaction was not found.')
  return toTransactionView(entry)
}

/** Raw hex, or a fully signed PSBT. */
function hexOf({ btcpay }: Call, text: string): string {
  if (/^(?:[0-9a-fA-F]{2})+$/.test(text)) {
    try {
      Transaction.fromRaw(Buffer.from(text, 'hex'), { allowUnknownOutputs: true, disableScriptCheck: true })
    } catch {
      throw invalidField('Transaction', 'Invalid transaction')
    }
    return text.toLowerCase()
  }
  const hex = btcpay.engine.wallets.extractPsbt(text)
  if (hex === undefined) throw invalidField('Transaction', 'This is not a transaction, or a PSBT that is not finalized')
  return hex
}

const refusalOf = (refusal: BuildRefusal): GreenfieldError => {
  if (refusal.reason === 'fee-too-low') return invalidField('FeeRate', refusal.message)
  if (refusal.reason === 'unknown-input') return invalidField('SelectedInputs', refusal.message)
  if (refusal.reason === 'no-outputs') return invalidField('Destinations', refusal.message)
  if (refusal.reason === 'no-keys') return unavailable('not-available', refusal.message)
  return refused(refusal.reason, refusal.message)
}
