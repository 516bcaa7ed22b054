import { centsOfSats, fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Transactions } from '../platform/db/types.ts'

export type TransactionRow = Selectable<Transactions>

/** What a payment is for. */
export type Filing = {
  purpose: 'invoice' | 'deposit' | 'loop-out'
  invoiceId: string | undefined
  /** The attempt of an invoice with a due date. */
  attemptId?: number | undefined
  /** For a payment without an invoice: what it is for. */
  description?: string | undefined
  depositAddressId?: number | undefined
}

/**
 * An incoming payment, as first seen. Its key is the outpoint, or the payment hash on Lightning. While its output is not
 * known, it is the ID of the transaction.
 */
export type Incoming = Filing & {
  key: string
  txid: string
  method: 'on-chain' | 'lightning'
  amountSats: bigint
  priceCents: bigint
  /** The price was agreed on, so it stays whenever the payment is seen. */
  isPriceLocked?: boolean
  address: string | undefined
  /** The payment link that a payment without an invoice came from. */
  paymentLinkId?: number | undefined
  /** The store whose wallet has it, or that reported it. By default the merchant's first. */
  atStore?: number | null
  seenAt: Date
}

export type SavedIncoming = { row: TransactionRow; isNew: boolean; takenFor?: TransactionRow }

/**
 * Saves a payment once. Returns the row, whether it is new, and what it was booked as before. Most payments that an
 * engine reports are known already, so that is looked up first. If its transaction has a row without an output,
 * `takeFrom` moves the payment from there, so that no output counts twice.
 */
export const saveIncoming = async (
  tx: Tx,
  merchantId: number,
  incoming: Incoming,
  takeFrom?: (rest: TransactionRow) => Promise<SavedIncoming>,
): Promise<SavedIncoming> => {
  const { known, rest } = await findIncoming(tx, merchantId, incoming)
  if (!known && rest && takeFrom) return takeFrom(rest)
  const inserted = known ? undefined : await insertIncoming(tx, merchantId, incoming)
  if (inserted) return { row: inserted, isNew: true }
  const row = known ?? (await findIncoming(tx, merchantId, incoming)).known
  if (!row) throw new Error(`payment ${incoming.key} was not saved`)
  // A deposit turns out to be an invoice's payment when the engine reports it later than the wallet.
  if (row.invoiceId === null && incoming.invoiceId !== undefined && row.transferId === null) {
    const taken = { invoiceId: incoming.invoiceId, attemptId: incoming.attemptId ?? null, purpose: 'invoice' as const }
    await tx.updateTable('transactions').set(taken).where('id', '=', row.id).execute()
    return { row: { ...row, ...taken }, isNew: false, takenFor: row }
  }
  return { row, isNew: false }
}

const findIncoming = async (tx: Tx, merchantId: number, { key, txid, atStore = null }: Incoming) => {
  const rows = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('type', '=', 'incoming')
    .where('engineKey', 'in', [key, txid])
    .execute()
  return {
    known: rows.find((row) => row.engineKey === key),
    rest: rows.find((row) => row.engineKey !== key && row.atStore === atStore && row.status !== 'failed'),
  }
}

/** Returns undefined if it was saved in the meantime. */
const insertIncoming = (tx: Tx, merchantId: number, incoming: Incoming): Promise<TransactionRow | undefined> =>
  tx
    .insertInto('transactions')
    .values({
      merchantId,
      engineKey: incoming.key,
      txid: incoming.txid,
      type: 'incoming',
      method: incoming.method,
      ...filedAs(incoming),
      ...pricedAt(incoming.amountSats, incoming.priceCents),
      address: incoming.address ?? null,
      paymentLinkId: incoming.paymentLinkId ?? null,
      atStore: incoming.atStore ?? null,
      seenAt: possibleDate(tx, incoming.seenAt),
      createdAt: possibleDate(tx, incoming.seenAt),
      // Only on-chain payments have more details.
      ...(incoming.method === 'lightning' ? { detailsDueAt: null } : {}),
    })
    .onConflict((conflict) => conflict.constraint('transactions_key').doNothing())
    .returningAll()
    .executeTakeFirst()

/** The values of a row that say what it is for. */
const filedAs = (filing: Filing) => ({
  purpose: filing.purpose,
  invoiceId: filing.invoiceId ?? null,
  attemptId: filing.attemptId ?? null,
  description: filing.description ?? null,
  depositAddressId: filing.depositAddressId ?? null,
})

export const isFiledAs = (row: TransactionRow, filing: Filing): boolean => {
  const { description: _, ...values } = filedAs(filing)
  return Object.entries(values).every(([name, value]) => row[name as keyof typeof values] === value)
}

const pricedAt = (amountSats: bigint, priceCents: bigint) => ({
  amount: fromSats(amountSats),
  amountUsd: fromCents(centsOfSats(amountSats, priceCents)),
  btcPrice: fromCents(priceCents),
})

/** The output of a payment is known now, and so is what it is for. It keeps its dates. */
export const nameOutput = (
  tx: Tx,
  row: TransactionRow,
  output: Pick<Incoming, 'key' | 'address' | 'amountSats' | 'priceCents'> & Filing,
): Promise<TransactionRow> =>
  tx
    .updateTable('transactions')
    .set({
      engineKey: output.key,
      address: output.address ?? row.address,
      ...filedAs(output),
      ...pricedAt(output.amountSats, output.priceCents),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** One output of several that a row stands for gets its own row, as old and as deep as that one. */
export const splitOutput = async (
  tx: Tx,
  row: TransactionRow,
  output: Pick<Incoming, 'key' | 'address' | 'amountSats' | 'priceCents'> & Filing,
): Promise<TransactionRow> => {
  const { id: _, class: __, grossCents: ___, netCents: ____, bookings: _____, ...copied } = row
  return tx
    .insertInto('transactions')
    .values({
      ...copied,
      engineKey: output.key,
      address: output.address ?? null,
      ...filedAs(output),
      ...pricedAt(output.amountSats, output.priceCents),
      ...{ booked: false, transferId: null, feeSats: null, feeCents: null, toldAt: null, refiledAt: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What is left of a row whose other outputs have rows of their own. Nothing left is no row. */
export const keepRest = async (
  tx: Tx,
  row: TransactionRow,
  restSats: bigint,
  filing: Filing,
): Promise<TransactionRow | undefined> => {
  if (restSats === 0n) {
    await tx.deleteFrom('transactions').where('id', '=', row.id).execute()
    return undefined
  }
  return tx
    .updateTable('transactions')
    .set({
      ...filedAs(filing),
      ...pricedAt(restSats, toCents(row.btcPrice ?? '0')),
      address: isFiledAs(row, filing) ? row.address : null,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A payment that was booked is for something else, which one email tells the merchant. */
export const markRefiled = (tx: Tx, id: number) =>
  tx
    .updateTable('transactions')
    .set({ refiledAt: tx.now, toldAt: null })
    .where('id', '=', id)
    .where('booked', '=', true)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`transaction ${id} isn’t booked`))

/**
 * Asks again later which outputs a payment consists of, after longer pauses the older it is. Where the engine failed to
 * answer, it is asked again soon.
 */
export const postponeOutputs = async (tx: Tx, id: number, isAnswered: boolean) => {
  await sql`
    update transactions set outputs_due_at = case when not ${isAnswered} then app_now() + interval '1 minute'
      when seen_at > app_now() - interval '30 days'
      then app_now() + least(greatest((app_now() - seen_at) / 4, interval '10 seconds'), interval '1 day') end
    where id = ${id}`.execute(tx)
}

/** A payment that isn't booked yet turns out to be worth less. */
export const lowerPrice = (tx: Tx, { id, amount }: TransactionRow, priceCents: bigint): Promise<TransactionRow> =>
  tx
    .updateTable('transactions')
    .set({ btcPrice: fromCents(priceCents), amountUsd: fromCents(centsOfSats(toSats(amount), priceCents)) })
    .where('id', '=', id)
    .where('booked', '=', false)
    .returningAll()
    .executeTakeFirstOrThrow()

const firstBlock = new Date('2009-01-03')

/** A merchant's own server may report any date. What can't be true is replaced by the time at which we see it. */
const possibleDate = (tx: Tx, reported: Date): Date => (reported < firstBlock || reported > tx.now ? tx.now : reported)

type Depth = { txid: string; amountSats: bigint; confirmations: number; blockHeight: number | undefined }

/** Saves how deep these transactions are in the chain and what they changed, in one statement. Returns their rows. */
export const saveDepths = async (
  tx: Tx,
  { merchantId, atStore }: { merchantId: number; atStore: number | null },
  depths: readonly Depth[],
): Promise<TransactionRow[]> => {
  const columns = [
    sql`${depths.map(({ txid }) => txid)}::text[]`,
    sql`${depths.map(({ amountSats }) => amountSats)}::bigint[]`,
    sql`${depths.map(({ confirmations }) => confirmations)}::int[]`,
    sql`${depths.map(({ blockHeight }) => blockHeight ?? null)}::int[]`,
  ]
  const { rows } = await sql<TransactionRow>`
    update transactions t set confirmations = d.confirmations, block_height = d.block_height, disputed = false,
      wallet_sats = d.wallet_sats, vanished_at = null, final = false, status = case when d.confirmations > 0 then 'confirmed' else 'pending' end,
      confirmed_at = case when d.confirmations > 0 then coalesce(t.confirmed_at, app_now()) end
    from unnest(${sql.join(columns)}) d (txid, wallet_sats, confirmations, block_height)
    where t.merchant_id = ${merchantId} and t.at_store is not distinct from ${atStore} and t.txid = d.txid
      and t.method = 'on-chain' and (not t.final or (d.confirmations > 0 and t.status = 'failed'))
    returning t.*`.execute(tx)
  return rows
}

/** Whether a payment is saved, by its outpoint or payment hash. */
export const isPaymentKnown = async (tx: Tx, merchantId: number, key: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('type', '=', 'incoming')
    .where('engineKey', '=', key)
    .executeTakeFirst()
  return found !== undefined
}

/** The name under which a payment is booked: a new one each time, since a reorganization may undo a booking. */
export const bookingReference = (row: Pick<TransactionRow, 'merchantId' | 'engineKey' | 'bookings'>) =>
  `${row.merchantId}:${row.engineKey}#${row.bookings + 1}`

export type Booking = { row: TransactionRow; transferId: bigint | undefined; feeSats: bigint; feeCents: bigint }

/** Marks payments as booked. The conditions ensure that nobody else has done so. */
export const markBooked = async (tx: Tx, bookings: readonly Booking[]) => {
  const columns = [
    sql`${bookings.map(({ row }) => row.id)}::int[]`,
    sql`${bookings.map(({ row }) => row.bookings)}::int[]`,
    sql`${bookings.map(({ transferId }) => transferId ?? null)}::bigint[]`,
    sql`${bookings.map(({ feeSats }) => feeSats)}::bigint[]`,
    sql`${bookings.map(({ feeCents }) => feeCents)}::bigint[]`,
  ]
  const { rows } = await sql<{ id: number }>`
    update transactions t set booked = true, bookings = t.bookings + 1, transfer_id = b.transfer_id,
      fee_sats = b.fee_sats, fee_cents = b.fee_cents
    from unnest(${sql.join(columns)}) b (id, bookings, transfer_id, fee_sats, fee_cents)
    where t.id = b.id and not t.booked and t.bookings = b.bookings
    returning t.id`.execute(tx)
  const marked = new Set(rows.map(({ id }) => id))
  const missed = bookings.find(({ row }) => !marked.has(row.id))
  if (missed) throw new Error(`transaction ${missed.row.id} was booked by someone else meanwhile`)
}

export const markUnbooked = (tx: Tx, id: number) =>
  tx
    .updateTable('transactions')
    .set({ booked: false, transferId: null, feeSats: null, feeCents: null })
    .where('id', '=', id)
    .where('booked', '=', true)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`transaction ${id} isn’t booked`))

/** A Lightning payment is final at once. */
export const markLightningConfirmed = (tx: Tx, id: number) =>
  tx
    .updateTable('transactions')
    .set({ status: 'confirmed', confirmedAt: tx.now })
    .where('id', '=', id)
    .where('method', '=', 'lightning')
    .where('booked', '=', false)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`transaction ${id} is no Lightning payment that waits to be booked`))

export const markFinal = async (tx: Tx, ids: readonly number[]) => {
  const marked = await tx
    .updateTable('transactions')
    .set({ final: true })
    .where('id', 'in', ids)
    .where('status', '=', 'confirmed')
    .returning('id')
    .execute()
  if (marked.length !== ids.length) throw new Error(`one of the transactions ${ids.join(', ')} isn’t confirmed`)
}

/** The chain no longer shows it: nothing is decided until another transaction has taken its coins. */
export const markDisputed = (tx: Tx, id: number) =>
  tx
    .updateTable('transactions')
    .set({ disputed: true, vanishedAt: sql<Date>`coalesce(vanished_at, app_now())` })
    .where('id', '=', id)
    .where('final', '=', false)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`transaction ${id} is final`))

export const markFailed = (tx: Tx, id: number) =>
  tx
    .updateTable('transactions')
    .set({ status: 'failed', disputed: false, confirmations: 0, blockHeight: null, confirmedAt: null, final: true })
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`transaction ${id} has failed already`))

/** Their wallet is no longer connected to the merchant: they stay as they are. */
export const closeTransactions = (tx: Tx, merchantId: number) =>
  tx
    .updateTable('transactions')
    .set({ final: true })
    .where('merchantId', '=', merchantId)
    .where('final', '=', false)
    .execute()

type Outgoing = { txid: string; amountSats: bigint; seenAt: Date; atStore?: number | null }

/**
 * Mirrors an outgoing transaction that the platform did not send. Its amount is by how much the balance changed, so the
 * network fee is in it. Returns whether it is new.
 */
export const saveOutgoing = async (tx: Tx, merchantId: number, outgoing: Outgoing, priceCents: bigint) => {
  const sats = -outgoing.amountSats
  const inserted = await tx
    .insertInto('transactions')
    .values({
      merchantId,
      engineKey: outgoing.txid,
      txid: outgoing.txid,
      type: 'outgoing',
      purpose: 'outside',
      amount: fromSats(sats),
      amountUsd: fromCents(centsOfSats(sats, priceCents)),
      btcPrice: fromCents(priceCents),
      feeSats: 0n,
      feeCents: 0n,
      atStore: outgoing.atStore ?? null,
      seenAt: possibleDate(tx, outgoing.seenAt),
      createdAt: possibleDate(tx, outgoing.seenAt),
    })
    .onConflict((conflict) => conflict.constraint('transactions_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export type Sent = {
  txid: string
  amountSats: bigint
  amountUsd: string
  btcPrice: string
  /** Null when it only moves coins within the wallet. */
  address: string | null
  description: string | null
  purpose: 'withdrawal' | 'refund' | 'sweep'
  /** The store whose wallet it leaves, as rows name it. Null: the merchant's first. */
  atStore: RawBuilder<number | null> | null
  /** The network fee that is paid on top of the amount. Null while it is unknown. */
  feeSats: bigint | null
}

/**
 * Saves a send of ours in the merchant's history. The mirror may have seen it first and recorded it as somebody else's
 * spending.
 */
export const saveSent = async (tx: Tx, merchantId: number, sent: Sent) => {
  const details = {
    purpose: sent.purpose,
    amount: fromSats(sent.amountSats),
    amountUsd: sent.amountUsd,
    btcPrice: sent.btcPrice,
    address: sent.address,
    description: sent.description,
    feeSats: sent.feeSats,
    feeCents: sent.feeSats === null ? null : centsOfSats(sent.feeSats, toCents(sent.btcPrice)),
  }
  await tx
    .insertInto('transactions')
    .values({ merchantId, engineKey: sent.txid, txid: sent.txid, type: 'outgoing', atStore: sent.atStore, ...details })
    .onConflict((conflict) => conflict.constraint('transactions_key').doUpdateSet(details))
    .execute()
}

/** Nothing of it will ever reach the chain. */
export const markSentFailed = async (tx: Tx, merchantId: number, txid: string) => {
  await tx
    .updateTable('transactions')
    .set({ status: 'failed', disputed: false, confirmations: 0, blockHeight: null, confirmedAt: null, final: true })
    .where('merchantId', '=', merchantId)
    .where('type', '=', 'outgoing')
    .where('engineKey', '=', txid)
    .execute()
}

/**
 * Invoice payments that count since the merchant is notified and have not been notified yet, with the store's name. Each
 * is claimed once, also when a reorganization removes it and a later block books it again.
 */
export const claimUnnotifiedPayments = (
  tx: Tx,
  merchantId: number,
): Promise<(TransactionRow & { storeName: string })[]> =>
  tx
    .updateTable('transactions')
    .from('merchants')
    .set({ toldAt: sql<Date>`app_now()` })
    .where('merchants.id', '=', merchantId)
    .where('transactions.merchantId', '=', merchantId)
    .where('booked', '=', true)
    .where('toldAt', 'is', null)
    .where('refiledAt', 'is', null)
    .whereRef('confirmedAt', '>=', 'merchants.notifiedSince')
    .where('type', '=', 'incoming')
    .where('purpose', '=', 'invoice')
    .returningAll('transactions')
    .returning('merchants.storeName')
    .execute()

/** Payments that were assigned to an invoice or address after they had been booked, and of which nobody knows yet. */
export const claimRefiled = (
  tx: Tx,
  merchantId: number,
): Promise<(TransactionRow & { storeName: string; email: string })[]> =>
  tx
    .updateTable('transactions')
    .from('merchants')
    .set({ toldAt: sql<Date>`app_now()` })
    .where('merchants.id', '=', merchantId)
    .where('transactions.merchantId', '=', merchantId)
    .where('booked', '=', true)
    .where('toldAt', 'is', null)
    .where('refiledAt', 'is not', null)
    .returningAll('transactions')
    .returning(['merchants.storeName', 'merchants.email'])
    .execute()

export const markLookedUp = async (db: Db, id: number) => {
  await sql`update transactions set looked_up_at = app_now() where id = ${id}`.execute(db)
}

export const lockTransaction = (tx: Tx, id: number) =>
  tx.selectFrom('transactions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

type NodePayment = { paymentHash: string; amountSats: bigint; engineId?: number } & (
  | { transactionId: number }
  | { loopOutId: number }
)

/**
 * Records that a payment to one of the platform's own nodes is booked, by default the main one. A hash that is already booked, for anything, violates
 * the key.
 */
export const saveNodePayment = (tx: Tx, payment: NodePayment) => tx.insertInto('nodePayments').values(payment).execute()

/** The booking was undone. */
export const forgetNodePayment = (tx: Tx, transactionId: number) =>
  tx.deleteFrom('nodePayments').where('transactionId', '=', transactionId).execute()

export const saveReceived = async (db: Db, paymentHash: string, receivedSats: bigint) => {
  await sql`
    update node_payments set received_sats = ${receivedSats}, checked_at = app_now()
    where payment_hash = ${paymentHash}`.execute(db)
}
