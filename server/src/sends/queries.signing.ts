import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { SigningRequest } from '@bitquay/contract/signing'
import { sql } from 'kysely'
import type { OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import type { Db } from '../platform/db/connect.ts'
import { isRefusedByNetwork } from './raise-fee-problems.ts'
import { findPsbts, type Psbt } from './table.psbts.ts'
import { problemOfSend, type Send, type SendByKind } from './table.ts'

type OwnSend = SendByKind['withdrawal' | 'refund' | 'cancel'] & { wallet: OwnWallet; canceledById: number | null }

const columns = sql`x.*, s.own_wallet as wallet, (
  select max(c.id) from sends c where c.cancels = x.id and c.status not in ('failed', 'cancelled')) as canceled_by_id`

const fromOwnWallets = (merchantId: number) => sql`
  from sends x join stores s on s.id = x.store_ref
  where x.merchant_id = ${merchantId} and x.kind in ('withdrawal', 'refund', 'cancel') and s.own_wallet is not null`

/** What waits for a signature, or is being prepared for one. */
export const listSigningRequests = async (db: Db, merchantId: number, most: number): Promise<SigningRequest[]> => {
  const { rows } = await sql<OwnSend>`
    select ${columns} ${fromOwnWallets(merchantId)} and x.status = 'requested'
    order by x.id limit ${most}`.execute(db)
  return presentAll(db, rows)
}

export const findSigningRequest = async (
  db: Db,
  merchantId: number,
  id: number,
): Promise<SigningRequest | undefined> => {
  const { rows } = await sql<OwnSend>`
    select ${columns} ${fromOwnWallets(merchantId)} and x.id = ${id}`.execute(db)
  return (await presentAll(db, rows))[0]
}

type Parts = { psbts: Psbt[]; signatures: Signature[]; coins: Coin[] }
type Signature = { sendId: number; keyNumber: number; handedInAt: Date }
type Coin = { sendId: number; outpoint: string; amountSats: bigint }

const presentAll = async (db: Db, sends: readonly OwnSend[]): Promise<SigningRequest[]> => {
  if (sends.length === 0) return []
  const ids = sends.map(({ id }) => id)
  const psbts = (await findPsbts(db, ids)).filter((psbt) => !psbt.isReplaced)
  const signatures = await db.selectFrom('psbtSignatures').selectAll().where('sendId', 'in', ids).execute()
  const coins = await db
    .selectFrom('reservedCoins')
    .select(['sendId', 'outpoint', 'amountSats'])
    .where('sendId', 'in', ids)
    .execute()
  return sends.map((send) => present(send, { psbts, signatures, coins }))
}

const present = (send: OwnSend, { psbts, signatures, coins }: Parts): SigningRequest => {
  const psbt = psbts.find(({ sendId }) => sendId === send.id)
  const state = stateOf(send, psbt)
  const feeSats = send.networkFeeSats ?? psbt?.networkFeeSats ?? null
  return {
    id: send.id,
    kind: send.kind,
    state,
    amountUsd: send.amountUsd,
    amountBtc: fromSats(send.amountSats),
    address: send.address,
    description: send.description,
    requestedBy: send.requestedBy,
    requestedAt: send.requestedAt.toISOString(),
    expiresAt: state === 'waiting' && psbt ? psbt.expiresAt.toISOString() : null,
    script: send.wallet.script,
    required: send.wallet.required,
    signers: presentSigners(send, signatures),
    inputs: psbt ? presentInputs(psbt, coins) : [],
    change: psbt ? presentChange(psbt) : null,
    networkFeeBtc: feeSats === null ? null : fromSats(feeSats),
    networkFeeUsd: feeSats === null ? null : fromCents(centsOfSats(feeSats, toCents(send.btcPrice))),
    feeRate: Number(send.feeRate),
    psbt: state === 'waiting' && psbt ? psbt.psbt : null,
    txid: send.txid,
    canStillBeSent: canStillBeSent(send, psbt),
    feeRefused: isRefusedByNetwork(send),
    canceledById: send.canceledById,
    problem: problemOfSend(send),
  }
}

const stateOf = ({ status }: Send, psbt: Psbt | undefined): SigningRequest['state'] => {
  if (status === 'requested') return psbt ? 'waiting' : 'preparing'
  if (status === 'signed' || status === 'broadcast') return 'sending'
  return status === 'cancelled' ? 'canceled' : status
}

/** A cancellation pays nobody, so nothing depends on it. */
const canStillBeSent = ({ kind, status }: Send, psbt: Psbt | undefined) =>
  kind !== 'cancel' && psbt !== undefined && psbt.lostTo === null && (status === 'failed' || status === 'cancelled')

const presentSigners = ({ id, wallet }: OwnSend, signatures: readonly Signature[]): SigningRequest['signers'] =>
  wallet.keys.map(({ fingerprint, path }, number) => ({
    fingerprint,
    path,
    signedAt:
      signatures.find(({ sendId, keyNumber }) => sendId === id && keyNumber === number)?.handedInAt.toISOString() ??
      null,
  }))

/** Their amounts are those that we reserved. */
const presentInputs = (psbt: Psbt, coins: readonly Coin[]): SigningRequest['inputs'] =>
  psbt.inputs.map((outpoint) => {
    const [txid = '', index] = outpoint.split('-')
    const coin = coins.find(({ sendId, ...one }) => sendId === psbt.sendId && one.outpoint === outpoint)
    if (!coin) throw new Error(`the coin ${outpoint} of send ${psbt.sendId} was never reserved`)
    return { txid, index: Number(index), amountBtc: fromSats(coin.amountSats) }
  })

const presentChange = ({ changeAddress, changeNumber, changeSats }: Psbt): SigningRequest['change'] =>
  changeAddress === null || changeNumber === null || changeSats === null
    ? null
    : { address: changeAddress, number: changeNumber, amountBtc: fromSats(changeSats) }
