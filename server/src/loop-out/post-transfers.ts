import { toCents } from '@bitquay/contract/money'
import {
  type AccountKind,
  findTransfer,
  nodeOwner,
  type Owner,
  postTransfer,
  priceEntries,
  reverseTransfer,
} from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { LoopOut } from './table.ts'

type Account = { owner: Owner; account: AccountKind }

/** A balance is only paid out of the node that holds it. */
const nodeOf = ({ engineId }: LoopOut): Account => ({ owner: nodeOwner(engineId), account: 'lightning-node' })
const ofMerchant = (request: LoopOut, account: AccountKind): Account => ({
  owner: { kind: 'merchant', id: request.merchantId },
  account,
})

/**
 * The ledger transfers of a loop-out, each posted once per request. Money on the merchant's own node is not in our
 * ledger until it reaches us.
 */
export const holdLightning = async (tx: Tx, request: LoopOut) => {
  if (request.node === 'own') return
  await move(tx, request, 'loop-out-hold', ofMerchant(request, 'lightning'), ofMerchant(request, 'loop-out-hold'))
}

export const returnLightning = async (tx: Tx, request: LoopOut) => {
  if (request.node === 'own') return
  const held = await findTransfer(tx, 'loop-out-hold', String(request.id))
  if (held === undefined) throw new Error(`loop-out ${request.id} holds nothing`)
  await reverseTransfer(tx, held, `loop-out:${request.id}`)
}

/** An admin paid it manually, from the node. */
export const spendHeldLightning = async (tx: Tx, request: LoopOut) => {
  if (request.node === 'own') return
  await move(tx, request, 'loop-out-completed', ofMerchant(request, 'loop-out-hold'), nodeOf(request))
}

/** The first leg: the platform gets the Lightning money and owes the same amount on-chain. */
export const takeLightning = async (tx: Tx, request: LoopOut) => {
  const from = request.node === 'own' ? nodeOf(request) : ofMerchant(request, 'loop-out-hold')
  await move(tx, request, 'loop-out-taken', from, ofMerchant(request, 'loop-out-payable'))
}

const move = async (tx: Tx, request: LoopOut, kind: string, debit: Account, credit: Account) => {
  const priceCents = toCents(request.btcPrice)
  const posted = await postTransfer(tx, {
    kind,
    reference: String(request.id),
    priceCents,
    entries: priceEntries(
      [
        { ...debit, sats: request.amountSats },
        { ...credit, sats: -request.amountSats },
      ],
      priceCents,
    ),
  })
  if (posted === undefined) throw new Error(`${kind} of loop-out ${request.id} was posted before`)
}
