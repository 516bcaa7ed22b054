import type { Act } from '@bitquay/contract/audit-log'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { ActivityDetail } from './activity-detail.tsx'

const act: Act = {
  ...{ id: 1, at: '2026-11-15T10:00:00.000Z', actorKind: 'merchant', actorId: 1, actorEmail: 'nora@example.test' },
  ...{ act: 'withdrawal-requested', subjectKind: 'send', subjectId: 24, merchantId: 3, storeName: 'Blue Door' },
  ...{ sourceAddress: '10.0.0.1', detail: { amountUsd: '20.00', address: 'bc1qbluedoor' } },
}

const draw = (detail: Act['detail']) => {
  drawSignedIn(<ActivityDetail act={{ ...act, detail }} />, {
    answers: { 'GET /api/status': { mode: 'live', network: 'mainnet' } },
  })
  return () => [...document.querySelectorAll('a')].map(({ href }) => href)
}

test('a Bitcoin address of an action opens the explorer, a Lightning Address doesn’t', async () => {
  await expect.poll(draw({ address: 'bc1qbluedoor' })).toEqual(['https://mempool.space/address/bc1qbluedoor'])
  const links = draw({ address: 'door@pay.test', txid: 'ab' })
  await expect.poll(links).toContain('https://mempool.space/tx/ab')
  expect(links().join(' ')).not.toContain('door@pay.test')
})
