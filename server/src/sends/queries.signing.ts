import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { SigningRequest } from '@bitquay/contract/signing'
import { sql } from 'kysely'
import type { OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Psbt } from './table.psbts.ts'
import { problemOfSend, type Send } from './table.ts'

type OwnWithdrawal = Send & { wallet: OwnWallet }

const fromOwnWallets = (merchantId: number) => sql`
  from sends x join stores s on s.id = x.store_ref
  where x.merchant_id = ${merchantId} and x.kind = 'withdrawal' and s.own_wallet is not null`

/** What waits for a signature, or is being prepared for one. */
export const listSigningRequests = async (db: Db, merchantId: number, most: number): Promise<SigningRequest[]> => {
  const { rows } = await sql<OwnWithdrawal>`
    select x.*, s.own_wallet as wallet ${fromOwnWallets(merchantId)} and x.status = 'requested'
    order by x.id limit ${most}`.execute(db)
  return Promise.all(rows.map((row) => present(db, row)))
}

export const findSigningRequest = async (
  db: Db,
  merchantId: number,
  id: number,
): Promise<SigningRequest | undefined> => {
  const { rows } = await sql<OwnWithdrawal>`
    select x.*, s.own_wallet as wallet ${fromOwnWallets(merchantId)} and x.id = ${id}`.execute(db)
  return rows[0] && present(db, rows[0])
}

const present = async (db: Db, send: OwnWithdrawal): Promise<SigningRequest> => {
  const psbt = await db.selectFrom('psbts').selectAll().where('sendId', '=', send.id).executeTakeFirst()
  const state = stateOf(send, psbt)
  const feeSats = send.networkFeeSats ?? psbt?.networkFeeSats ?? null
  return {
    id: send.id,
    kind: 'withdrawal',
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
    signers: await readSigners(db, send),
    inputs: psbt ? await readInputs(db, psbt) : [],
    change: psbt ? presentChange(psbt) : null,
    networkFeeBtc: feeSats === null ? null : fromSats(feeSats),
    networkFeeUsd: feeSats === null ? null : fromCents(centsOfSats(feeSats, toCents(send.btcPrice))),
    feeRate: Number(send.feeRate),
    psbt: state === 'waiting' && psbt ? psbt.psbt : null,
    txid: send.txid,
    problem: problemOfSend(send),
  }
}

const stateOf = ({ status }: Send, psbt: Psbt | undefined): SigningRequest['state'] => {
  if (status === 'requested') return psbt ? 'waiting' : 'preparing'
  if (status === 'signed' || status === 'broadcast') return 'sending'
  return status === 'cancelled' ? 'canceled' : status
}

const readSigners = async (db: Db, { id, wallet }: OwnWithdrawal): Promise<SigningRequest['signers']> => {
  const signed = await db.selectFrom('psbtSignatures').selectAll().where('sendId', '=', id).execute()
  return wallet.keys.map(({ fingerprint, path }, number) => ({
    fingerprint,
    path,
    signedAt: signed.find(({ keyNumber }) => keyNumber === number)?.handedInAt.toISOString() ?? null,
  }))
}

/** Their amounts are those that we reserved. */
const readInputs = async (db: Db, { sendId, inputs }: Psbt): Promise<SigningRequest['inputs']> => {
  const coins = await db
    .selectFrom('reservedCoins')
    .select(['outpoint', 'amountSats'])
    .where('sendId', '=', sendId)
    .where('outpoint', 'in', inputs)
    .execute()
  return inputs.map((outpoint) => {
    const [txid = '', index] = outpoint.split('-')
    const amountSats = coins.find((coin) => coin.outpoint === outpoint)?.amountSats ?? 0n
    return { txid, index: Number(index), amountBtc: fromSats(amountSats) }
  })
}

const presentChange = ({ changeAddress, changeNumber, changeSats }: Psbt): SigningRequest['change'] =>
  changeAddress === null || changeNumber === null || changeSats === null
    ? null
    : { address: changeAddress, number: changeNumber, amountBtc: fromSats(changeSats) }
