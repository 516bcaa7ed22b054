import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Psbts } from '../platform/db/types.ts'
import type { Send } from './table.ts'

export type Psbt = Selectable<Psbts>

/** How long the coins of a PSBT are reserved. */
const reservedHours = 48

export const findPsbt = (db: Db, sendId: number): Promise<Psbt | undefined> =>
  db.selectFrom('psbts').selectAll().where('sendId', '=', sendId).executeTakeFirst()

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
  await tx
    .insertInto('psbts')
    .values({
      sendId,
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
      expiresAt: sql<Date>`app_now() + make_interval(hours => ${reservedHours})`,
    })
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

/** A PSBT whose transaction is on the chain, or on its way there, without having come back to us. */
export type ShownPsbt = Psbt & { txid: string; status: Send['status'] }

export const lockShownPsbts = async (tx: Tx, storeRef: number, txids: readonly string[]): Promise<ShownPsbt[]> => {
  const { rows } = await sql<ShownPsbt>`
    select p.*, s.status from psbts p join sends s on s.id = p.send_id
    where p.txid = any(${[...txids]}::text[]) and s.store_ref = ${storeRef}
      and not exists (select from send_versions v where v.txid = p.txid)
    order by p.send_id for update of s`.execute(tx)
  return rows
}

/** An ended send is open again, because its transaction is on the chain after all. */
export const reopenSend = (
  tx: Tx,
  sendId: number,
  { txid, networkFeeSats }: Pick<ShownPsbt, 'txid' | 'networkFeeSats'>,
) =>
  tx
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

/** Where the change of its transaction is. */
export const changeOf = ({ changeIndex, changeSats }: Psbt, txid: string) =>
  changeIndex === null || changeSats === null
    ? undefined
    : { outpoint: `${txid}-${changeIndex}`, amountSats: changeSats }
