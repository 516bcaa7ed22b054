import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn, refusal } from '../../../test/draw.tsx'
import LoopOutPage from './pages/admin.tsx'

const pending: AdminLoopOutRequest = {
  ...{
    id: 7,
    merchantId: 3,
    storeName: 'Kestrel Arcade',
    email: 'nora@kestrel.test',
    requestedBy: 'nora@kestrel.test',
  },
  ...{ lightningBalanceBtc: '0.00500000', lightningBalanceUsd: '490.95', amountBtc: '0.00500000', networkFeeBtc: null },
  ...{ onChainAddress: 'bc1qkestrelkestrelkestrelkestrel', status: 'pending', createdAt: '2026-11-17T10:00:00.000Z' },
  ...{ processedAt: null, processedBy: null, adminNotes: null, carriedOut: null, txid: null, sendStatus: null },
  ...{ node: 'own', firstLeg: null, problem: null },
}
const stuck: AdminLoopOutRequest = {
  ...{ ...pending, id: 6, storeName: 'Drift Sweepstakes', status: 'executing', firstLeg: 'awaiting-payment' },
  problem: 'The node doesn’t answer',
}
const completed: AdminLoopOutRequest = {
  ...{ ...pending, id: 5, storeName: 'Blue Door', node: 'shared', status: 'completed', processedBy: 'Ada' },
  ...{ processedAt: '2026-11-17T11:00:00.000Z', carriedOut: 'by-platform', firstLeg: 'taken', sendStatus: 'confirmed' },
  ...{ txid: 'ab'.repeat(32), networkFeeBtc: '0.00000420', adminNotes: 'Thank you' },
}
const all = [pending, stuck, completed]
const path = '/api/admin/lightning-loop-out'
const live = { mode: 'live', network: 'mainnet' }

const draw = (at = '/admin/lightning-loop-out', answers: Record<string, unknown> = {}) =>
  drawSignedIn(<LoopOutPage />, {
    at,
    answers: {
      [`GET ${path}/requests`]: all,
      [`GET ${path}/requests/summary`]: {
        filtered: 3,
        statuses: { pending: 1, executing: 1, completed: 1, rejected: 0, cancelled: 0 },
      },
      [`GET ${path}/pending`]: [pending],
      [`GET ${path}/counts`]: { total: 3, pending: 1, completed: 1 },
      ...Object.fromEntries(all.map((request) => [`GET ${path}/requests/${request.id}`, request])),
      'GET /api/admin/stores': [],
      'GET /api/status': live,
      'GET /api/auth/preferences': { views: [], hiddenColumns: {}, shortcuts: true, timeZone: 'UTC' },
      ...answers,
    },
  })

test('what waits stands above all requests, and the counts of both agree', async () => {
  draw()
  const waiting = within(await screen.findByRole('region', { name: 'Pending requests' }))
  expect(waiting.getAllByRole('listitem')).toHaveLength(1)
  expect(waiting.getByText('Kestrel Arcade')).toBeTruthy()
  await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(3))
  const tiles = [...document.querySelectorAll('.tile')].map((tile) => tile.textContent)
  expect(tiles).toEqual(['Total3', 'Pending1', 'Completed1'])
  expect(screen.getByText('The node doesn’t answer').className).toContain('text-bad')
})

test('a failure to read what waits isn’t shown as nothing', async () => {
  draw(undefined, { [`GET ${path}/pending`]: refusal(500, 'internal', 'Something went wrong') })
  expect(await screen.findByText('Unable to load pending requests')).toBeTruthy()
})

test('a request says what moved where, who decided, and links to the explorer', async () => {
  draw('/admin/lightning-loop-out?open=5')
  const drawn = await screen.findByRole('complementary', { name: 'Blue Door' })
  const sheet = within(drawn)
  expect(await sheet.findByText('From Lightning')).toBeTruthy()
  expect(drawn.querySelector('.sum .usd')?.textContent).toBe('$490.95')
  expect(sheet.getByText(/^Ada, /)).toBeTruthy()
  expect(sheet.getByText('By the platform')).toBeTruthy()
  expect(sheet.getByText('Thank you')).toBeTruthy()
  const links = sheet.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href)
  expect(links).toContain(`https://mempool.space/tx/${completed.txid}`)
  expect(links).toContain(`https://mempool.space/address/${completed.onChainAddress}`)
  for (const name of ['Execute', 'Reject', 'Resolve']) expect(sheet.queryByRole('button', { name })).toBeNull()
})

test('a pending request is executed and a stuck one resolved from its sheet', async () => {
  const { person, go } = draw('/admin/lightning-loop-out?open=7', { [`POST ${path}/execute`]: pending })
  const sheet = within(await screen.findByRole('complementary', { name: 'Kestrel Arcade' }))
  expect(sheet.queryByRole('button', { name: 'Resolve' })).toBeNull()
  await person.click(sheet.getByRole('button', { name: 'Execute' }))
  expect(await screen.findByRole('dialog', { name: 'Loop out for Kestrel Arcade' })).toBeTruthy()
  await person.keyboard('{Escape}')
  go('/admin/lightning-loop-out?open=6')
  const other = within(await screen.findByRole('complementary', { name: 'Drift Sweepstakes' }))
  expect(other.queryByRole('button', { name: 'Execute' })).toBeNull()
  await person.click(other.getByRole('button', { name: 'Resolve' }))
  expect(await screen.findByRole('dialog', { name: 'Resolve Drift Sweepstakes’s request' })).toBeTruthy()
})
