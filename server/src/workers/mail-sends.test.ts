import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, addPartner } from '../../test/people.ts'
import { mailSends } from './mail-sends.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('merchants and partners are written to once about what is on the network, and about nothing else', async () => {
  const [merchant, partner] = [await addMerchant(server), await addPartner(server)]
  const { db } = server.deps
  await sql`insert into stores (server_url, tag) values ('http://127.0.0.1:1', 'platform')`.execute(db)
  const add = (kind: string, status: string, owner: 'merchant_id' | 'partner_id', id: number) =>
    sql`insert into sends (kind, status, store_ref, ${sql.ref(owner)}, address, amount_sats, amount_usd, btc_price, network_fee_from,
        fee_rate, network_fee_reserve_sats, requested_by, idempotency_key, input_hash, txid)
      values (${kind}, ${status}, (select id from stores), ${id}, 'bcrt1qpayee', 12345, 13.33, 108000, 'wallet', 5, 1000,
        'cashier@example.test', ${`${kind}-${status}`}, 'hash', ${status === 'requested' ? null : `${kind}-${status}-txid`})`.execute(
      db,
    )
  await add('withdrawal', 'requested', 'merchant_id', merchant.id)
  await add('withdrawal', 'signed', 'merchant_id', merchant.id)
  await add('withdrawal', 'broadcast', 'merchant_id', merchant.id)
  await add('payout', 'confirmed', 'partner_id', partner.id)
  await add('sweep', 'broadcast', 'merchant_id', merchant.id)

  const run = () => mailSends(server.deps).run(new AbortController().signal)
  await Promise.all(Array.from({ length: 5 }, run))
  await run()
  const letters = await db.selectFrom('mailOutbox').selectAll().orderBy('subject').execute()
  expect(letters.map(({ recipient, subject }) => ({ recipient, subject }))).toEqual([
    { recipient: partner.email, subject: 'Payout of $13.33 sent' },
    { recipient: merchant.email, subject: 'Withdrawal of $13.33 sent' },
  ])
  expect(letters[1]?.bodyText).toContain('withdrawal-broadcast-txid')
  expect(letters[1]?.bodyText).toContain('cashier@example.test')
})
