import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Psbts } from '../platform/db/types.ts'
import type { Send } from './table.ts'

type Row = Selectable<Psbts>
export type Psbt = Row & {
  /** It was signed, the network refused its fee, and a new one isn't built yet. */
  isReplaced: boolean
}

const isReplaced = sql<boolean>`exists (select from send_versions v join sends x on x.id = v.send_id
  where v.send_id = psbts.send_id and v.txid = psbts.txid and x.status = 'requested')`

/** How long the coins of a PSBT are reserved. */
const reservedHours = 48

export const findPsbt = async (db: Db, sendId: number): Promise<Psbt | undefined> => (await findPsbts(db, [sendId]))[0]

export const findPsbts = (db: Db, sendIds: readonly number[]): Promise<Psbt[]> =>
  db.selectFrom('psbts').selectAll().select(isReplaced.as('isReplaced')).where('sendId', 'in', sendIds).execute()

const reservedUntil = sql<Date>`app_now() + make_interval(hours => ${reservedHours})`

/** What BTCPay built and we checked. From here on it counts as handed out. */
export type BuiltPsbt = {
  psbt: string
  txid: string | undefined
  feeSats: bigint
  payeeSats: bigint
  vbytes: number
  inputs: readonly string[]
  change: { index: number; number: number; address: string; amountSats: bigint } | undefined
}

export const savePsbt = async (tx: Tx, sendId: number, built: BuiltPsbt): Promise<void> => {
  const { change } = built
  const row = {
    psbt: built.psbt,
    txid: built.txid ?? null,
    networkFeeSats: built.feeSats,
    payeeSats: built.payeeSats,
    vbytes: built.vbytes,
    inputs: [...built.inputs],
    changeIndex: change?.index ?? null,
    changeNumber: change?.number ?? null,
    changeAddress: change?.address ?? null,
    changeSats: change?.amountSats ?? null,
    expiresAt: reservedUntil,
  }
  await tx
    .insertInto('psbts')
    .values({ sendId, ...row })
    // With a higher fee than the one before, whose bytes are a version of the send.
    .onConflict((conflict) => conflict.column('sendId').doUpdateSet(row))
    .execute()
  await sql`update sends set due_at = p.expires_at, attempts = 0, problem = null
    from psbts p where p.send_id = sends.id and sends.id = ${sendId}`.execute(tx)
}

/** Saves the PSBT with more signatures, and whose they are. */
export const saveSignatures = async (
  tx: Tx,
  sendId: number,
  { psbt, signers, by }: { psbt: string; signers: readonly number[]; by: string },
): Promise<void> => {
  await tx.updateTable('psbts').set({ psbt }).where('sendId', '=', sendId).execute()
  for (const keyNumber of signers) {
    await tx
      .insertInto('psbtSignatures')
      .values({ sendId, keyNumber, handedInBy: by })
      .onConflict((conflict) => conflict.constraint('psbt_signatures_unique').doNothing())
      .execute()
  }
}

/** Whether its time is over: nobody has signed it, or it couldn’t even be built. */
export const isExpired = async (db: Db, sendId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from sends s left join psbts p on p.send_id = s.id
    where s.id = ${sendId} and coalesce(p.expires_at, s.requested_at + make_interval(hours => ${reservedHours})) <= app_now()`.execute(
    db,
  )
  return rows.length > 0
}

/** Which of these transactions came from payments of ours and of nobody else: their change can be spent unconfirmed. */
export const findOwnTxids = async (db: Db, storeRef: number, txids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ txid: string }>`
    select v.txid from send_versions v join sends s on s.id = v.send_id
    where s.store_ref = ${storeRef} and v.txid = any(${[...txids]}::text[])`.execute(db)
  return new Set(rows.map(({ txid }) => txid))
}

/** A PSBT whose transaction is on the chain, or on its way there, although its send doesn't follow it. */
export type ShownPsbt = Row & {
  status: Send['status']
  shownTxid: string
  shownFeeSats: bigint
  /** It came back to us, and its send has ended since. */
  isVersion: boolean
}

export const lockShownPsbts = async (tx: Tx, storeRef: number, txids: readonly string[]): Promise<ShownPsbt[]> => {
  const among = sql`any(${[...txids]}::text[])`
  const { rows } = await sql<ShownPsbt>`
    with shown as (
      select send_id, txid as shown_txid, network_fee_sats as shown_fee_sats, false as is_version from psbts p
      where txid = ${among} and not exists (select from send_versions v where v.txid = p.txid)
      union all select send_id, txid, network_fee_sats, true from send_versions where txid = ${among})
    select p.*, s.status, shown_txid, shown_fee_sats, is_version
    from shown join psbts p using (send_id) join sends s on s.id = p.send_id
    where s.store_ref = ${storeRef} and (not is_version or s.status in ('failed', 'cancelled'))
    order by p.send_id for update of s`.execute(tx)
  return rows
}

/** The network refused its fee: a new PSBT is built for it, and gets signatures of its own. */
export const startSigningAgain = async (tx: Tx, sendId: number, feeRate: string) => {
  await tx.deleteFrom('psbtSignatures').where('sendId', '=', sendId).execute()
  await tx.updateTable('psbts').set({ expiresAt: reservedUntil }).where('sendId', '=', sendId).execute()
  await tx
    .updateTable('sends')
    .set({ status: 'requested', feeRate, txid: null, networkFeeSats: null, dueAt: tx.now, attempts: 0, problem: null })
    .where('id', '=', sendId)
    .execute()
}

/** Where the ID depends on the signatures, it is known once it is signed. */
export const saveTxid = (tx: Tx, sendId: number, txid: string) =>
  tx.updateTable('psbts').set({ txid }).where('sendId', '=', sendId).execute()

/** An ended send is open again, because its transaction is on the chain after all. */
export const reopenSend = async (
  tx: Tx,
  sendId: number,
  { txid, networkFeeSats }: { txid: string; networkFeeSats: bigint },
) => {
  await tx.updateTable('psbts').set({ watchAt: null }).where('sendId', '=', sendId).execute()
  // As for any send that isn't final, so that a transaction that replaces it is noticed.
  await sql`update reserved_coins r set released_at = null from psbts p
    where p.send_id = ${sendId} and r.send_id = p.send_id and r.outpoint = any(p.inputs) and not exists (
      select from reserved_coins o where o.store_ref = r.store_ref and o.outpoint = r.outpoint and o.send_id <> r.send_id
        and o.released_at is null)`.execute(tx)
  await tx
    .updateTable('sends')
    .set({
      status: 'signed',
      txid,
      networkFeeSats,
      signedAt: tx.now,
      finalAt: null,
      dueAt: tx.now,
      problem: null,
      attempts: 0,
    })
    .where('id', '=', sendId)
    .where('status', 'in', ['failed', 'cancelled'])
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`send ${sendId} hasn’t ended`))
}

/** Why a PSBT that was handed out can't pay anymore, or mustn't: something else spent a coin of it or paid the same refund. */
export const findSettledOtherwise = async (
  db: Db,
  { id, refundId }: Pick<Send, 'id' | 'refundId'>,
): Promise<'coins' | 'refund' | undefined> => {
  const { rows } = await sql<{ coins: boolean; refund: boolean }>`
    select exists (select from psbts p join psbts o on o.inputs && p.inputs and o.send_id <> p.send_id
        join sends x on x.id = o.send_id and x.status = 'confirmed' where p.send_id = ${id}) as coins,
      exists (select from sends x where x.refund_id = ${refundId} and x.id <> ${id}
        and x.status in ('signed', 'broadcast', 'confirmed')) as refund`.execute(db)
  return rows[0]?.refund ? 'refund' : rows[0]?.coins ? 'coins' : undefined
}

/** An earlier PSBT was broadcast after all: whatever waits for a coin of it, or to pay the same refund, is looked at now. */
export const wakeRivals = (tx: Tx, { sendId, inputs }: Pick<Psbt, 'sendId' | 'inputs'>) =>
  sql`update sends x set due_at = app_now() where x.status = 'requested' and x.id <> ${sendId}
    and (x.refund_id = (select refund_id from sends where id = ${sendId})
      or x.id in (select send_id from psbts where inputs && ${inputs}::text[]))`.execute(tx)

/** PSBTs of earlier payments of the same refund that somebody may still broadcast. */
export const findEarlierPsbts = async (db: Db, { id, refundId }: Pick<Send, 'id' | 'refundId'>): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select p.* from psbts p join sends s on s.id = p.send_id
    where s.refund_id = ${refundId} and s.id <> ${id} and p.lost_to is null order by s.id`.execute(db)
  return rows
}

/** Whether a refund may still be paid by a PSBT that another wallet was given to sign. */
export const isHandedOutElsewhere = async (db: Db, refundId: number, storeRef: number): Promise<boolean> => {
  const { rows } = await sql`
    select from psbts p join sends s on s.id = p.send_id
    where s.refund_id = ${refundId} and s.store_ref <> ${storeRef} and p.lost_to is null limit 1`.execute(db)
  return rows.length > 0
}

/** The last request of a refund that has ended, although its PSBT can still be signed and broadcast. */
export const handedOutFor = (refundId: RawBuilder<unknown>) => sql<number | null>`(
  select max(x.id) from sends x join psbts p on p.send_id = x.id
  where x.refund_id = ${refundId} and x.status in ('failed', 'cancelled') and p.lost_to is null)`

/** What cancels a send for sure, unless it came to nothing. */
export const findCanceling = async (db: Db, sendId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select id from sends where cancels = ${sendId} and status not in ('failed', 'cancelled') order by id desc limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** Whether a transaction is that of another send, also one that was only handed out to be signed. */
export const belongsToOther = async (db: Db, sendId: number, txid: string): Promise<boolean> => {
  const { rows } = await sql`
    select from send_versions where txid = ${txid} and send_id <> ${sendId}
    union all select from psbts where txid = ${txid} and send_id <> ${sendId}`.execute(db)
  return rows.length > 0
}

/** Its request has ended. Whoever has its PSBT can still broadcast it, so its inputs are watched. */
export const watchFromNow = (tx: Tx, sendId: number) =>
  tx.updateTable('psbts').set({ watchAt: tx.now }).where('sendId', '=', sendId).where('lostTo', 'is', null).execute()

/** When the inputs of the next PSBT are looked at. */
export const watchDueAt = sql`(select min(watch_at) from psbts where watch_at is not null and lost_to is null)`

export type WatchedPsbt = Row & Pick<Send, 'storeRef' | 'address'>

/** PSBTs of ended requests. They are looked at for good, and less often the older they are. */
export const takeWatchedPsbts = async (db: Db, most: number): Promise<WatchedPsbt[]> => {
  const { rows } = await sql<WatchedPsbt>`
    update psbts p
    set watch_at = app_now() + greatest(interval '10 minutes', least(interval '6 hours', (app_now() - p.built_at) / 20))
    from sends s where s.id = p.send_id and p.send_id in (
      select send_id from psbts where watch_at <= app_now() and lost_to is null
      order by watch_at limit ${most} for update skip locked)
    returning p.*, s.store_ref, s.address`.execute(db)
  return rows
}

export const saveLost = (db: Db, sendId: number, txid: string) =>
  db.updateTable('psbts').set({ lostTo: txid, watchAt: null }).where('sendId', '=', sendId).execute()

/** It pays in another form than we know, such as with other signatures or another fee. The wallet's sync books that one. */
export const savePayingTx = (db: Db, sendId: number, paying: { txid: string; networkFeeSats: bigint }) =>
  db.updateTable('psbts').set(paying).where('sendId', '=', sendId).execute()

/** A payment of ours is deep in the chain: other PSBTs with one of its coins can never confirm. */
export const saveLostRivals = (tx: Tx, { id, txid }: { id: number; txid: string }) =>
  sql`update psbts o set lost_to = ${txid}, watch_at = null from psbts p
    where p.send_id = ${id} and o.inputs && p.inputs and o.send_id <> p.send_id and o.lost_to is null
      and (p.txid = ${txid} or exists (
        select from send_versions v where v.send_id = p.send_id and v.txid = ${txid} and v.raw_transaction is not null))`.execute(
    tx,
  )

/** Where the change of its transaction is. */
export const changeOf = ({ changeIndex, changeSats }: Row, txid: string) =>
  changeIndex === null || changeSats === null
    ? undefined
    : { outpoint: `${txid}-${changeIndex}`, amountSats: changeSats }
