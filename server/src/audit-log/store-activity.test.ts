import { listStoreActivity } from '@bitquay/contract/audit-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { recordActivities } from './table.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('managers read what their own people and programs did, and nothing of admins, customers or other stores', async () => {
  const [owner, other] = [await addMerchant(server), await addMerchant(server)]
  const source = { address: '203.0.113.9', device: 'test' }
  await inTransaction(server.deps.db, async (tx) => {
    const of = (merchantId: number) => ({ merchantId, source, subject: { kind: 'merchant', id: merchantId } })
    const actor = (merchantId: number) => ({
      kind: 'merchant' as const,
      id: merchantId,
      email: `${merchantId}@shop.test`,
    })
    await recordActivities(tx, [
      { act: 'settings-changed', actor: actor(owner.id), ...of(owner.id) },
      {
        act: 'withdrawal-requested',
        actor: { kind: 'api-key', id: 7, email: null, merchantId: owner.id },
        ...of(owner.id),
      },
      {
        act: 'markup-changed',
        actor: { kind: 'admin', id: 1, email: 'admin@platform.test' },
        ...of(owner.id),
      },
      { act: 'refund-claimed', actor: 'anonymous', ...of(owner.id) },
      { act: 'settings-changed', actor: actor(other.id), ...of(other.id) },
    ])
  })
  const token = await signInAs(server, owner)
  const { status, body } = await ask(server, listStoreActivity, { token, query: { limit: '100' } })
  expect(status).toBe(200)
  const shown = (body as unknown as { act: string; actorKind: string; merchantId: number }[]).filter(
    ({ act }) => act !== 'signed-in',
  )
  expect(shown).toMatchObject([
    { act: 'withdrawal-requested', actorKind: 'api-key', sourceAddress: '203.0.113.9' },
    { act: 'settings-changed', actorKind: 'merchant', actorEmail: `${owner.id}@shop.test` },
  ])
  expect(shown.every(({ merchantId }) => merchantId === owner.id)).toBe(true)
})
