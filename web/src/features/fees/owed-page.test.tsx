import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawSignedIn, fill } from '../../../test/draw.tsx'
import FeesOwedPage from './pages/admin-owed.tsx'

const at = '2026-11-09T12:00:00.000Z'
const invoice = {
  ...{ id: 12, number: 'FI-12', merchantId: 3, storeName: 'Vela Mint', keys: 'merchant', status: 'open' },
  ...{ amount: { btc: '0.00040000', usd: '40.00' }, due: { btc: '0.00030000', usd: '30.00' } },
  ...{ partnerShare: { btc: '0.00010000', usd: '10.00' }, owedSince: at, days: 9, extendedUntil: null, endedAt: null },
  ...{ pausedAt: null, writeOffFrom: null, pause: { afterDays: 21, aboveUsd: '2000.00' } },
}

it('shows who owes how much for how long, and forgives with a reason', async () => {
  const { person, sent } = drawSignedIn(<FeesOwedPage />, {
    at: '/admin/fees-owed',
    answers: {
      'GET /api/admin/fees-owed': [invoice],
      'POST /api/admin/fees-owed/12/forgive': { ...invoice, status: 'forgiven' },
    },
  })
  expect(await screen.findByRole('link', { name: 'Vela Mint' })).toBeTruthy()
  expect(screen.getByText('9 days')).toBeTruthy()
  expect(screen.getByText('of $40.00')).toBeTruthy()
  expect(screen.getByText('Partially paid')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Forgive…' }))
  const confirm = await screen.findByRole('button', { name: 'Forgive' })
  expect(confirm.hasAttribute('disabled')).toBe(true)
  await fill(person, screen.getByRole('textbox', { name: /Reason/ }), 'A mistake of ours')
  await person.click(confirm)
  await waitFor(() =>
    expect(sent).toContainEqual({
      call: 'POST /api/admin/fees-owed/12/forgive',
      body: { reason: 'A mistake of ours' },
    }),
  )
})
