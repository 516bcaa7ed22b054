import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/draw.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import type { Status } from './use-status.ts'

const statusOf = (readOnlyAsOf: string | null): Status => ({
  mode: 'live',
  network: 'mainnet',
  at: '2026-01-10T12:00:00Z',
  database: { ok: true, readOnlyAsOf },
  engine: { reachable: true, synced: true, latencyMs: 84, checkedAt: '2026-01-10T11:59:30Z' },
  engines: [],
  chain: { height: 2016, tipAt: '2026-01-10T11:56:00Z' },
  price: { at: '2026-01-10T11:59:22Z', stale: false },
  hooks: { lagSeconds: 1 },
})
const page = (
  <>
    <ReadOnlyNotice />
    <p>Balance</p>
  </>
)

it('says from when the figures are while nothing can be saved', async () => {
  show(page, { answers: { 'GET /api/status': statusOf('2026-01-10T11:58:00Z') } })
  expect((await screen.findByRole('note')).textContent).toMatch(
    /^Figures from .*2026.*\. Nothing can be changed until our database takes changes again\. Your money is safe\.$/,
  )
})

it('says nothing otherwise', async () => {
  const { askedFor } = show(page, { answers: { 'GET /api/status': statusOf(null) } })
  await expect.poll(() => askedFor('GET /api/status').length).toBe(1)
  expect(screen.queryByRole('note')).toBeNull()
})
