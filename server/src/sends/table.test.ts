import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { lockSend, markEnded, markSigned, markUnconfirmed, type Send } from './table.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(database.db)
  await sql`insert into merchants (email, store_name) values ('m@example.test', 'M')`.execute(database.db)
  await sql`insert into stores (merchant_id, tag, server_url) values (1, 'tag', 'http://engine.test')`.execute(
    database.db,
  )
})
afterAll(() => database.close())

let made = 0
const makeSend = async (status: Send['status']): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
      fee_rate, network_fee_reserve_sats, requested_by, idempotency_key, input_hash, txid)
    values ('withdrawal', ${status}, (select id from stores), 1, 'bcrt1', 1000, 1, 100000, 'wallet', 1, 100, 'test',
      ${String(++made)}, '', 'aa')
    returning id`.execute(database.db)
  return rows[0]?.id ?? 0
}

const signed = { txid: 'bb', networkFeeSats: 100n }
const failed = { status: 'failed', problem: null } as const
const marks: Record<string, (tx: Tx, send: Send) => Promise<unknown>> = {
  signed: (tx, { id }) => markSigned(tx, id, signed),
  unconfirmed: (tx, send) => markUnconfirmed(tx, send),
  ended: (tx, { id }) => markEnded(tx, id, failed),
}

test.each([
  ['signed', ['requested', 'signed', 'broadcast']],
  ['unconfirmed', ['confirmed']],
  ['ended', ['requested', 'signed', 'broadcast']],
] as const)('a send is marked as %s only if it was %s, and nothing else changes it', async (name, allowed) => {
  for (const status of ['requested', 'signed', 'broadcast', 'confirmed', 'failed', 'cancelled'] as const) {
    const id = await makeSend(status)
    const marked = inTransaction(database.db, async (tx) => marks[name]?.(tx, await lockSend(tx, id)))
    if ((allowed as readonly string[]).includes(status)) await marked
    else {
      await expect(marked, status).rejects.toThrow(`send ${id} `)
      const { rows } = await sql<{ status: string }>`select status, txid from sends where id = ${id}`.execute(
        database.db,
      )
      expect(rows).toEqual([{ status, txid: 'aa' }])
    }
  }
})

test('a booking that was undone in the meantime isn’t undone again', async () => {
  const id = await makeSend('confirmed')
  const undo = inTransaction(database.db, async (tx) => {
    const send = await lockSend(tx, id)
    await markUnconfirmed(tx, { ...send, bookings: send.bookings - 1 })
  })
  await expect(undo).rejects.toThrow(`send ${id} isn’t settled`)
})
