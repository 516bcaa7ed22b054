import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, noServer, owner, show } from '../../../test/draw.tsx'
import PromoCodesPage from './pages/admin.tsx'

const list = 'GET /api/admin/promo-codes'
const create = 'POST /api/admin/promo-codes'
const base = {
  ...{ description: 'An offer', createdAt: '2026-01-02T10:00:00.000Z', createdBy: 'Operator' },
  ...{ expiresAt: '2026-02-02T10:00:00.000Z', isUsed: false, usedAt: null, usedBy: null, amountSavedUsd: null },
  ...{ transactionHash: null, revokedAt: null },
}
const used = {
  ...base,
  ...{ isUsed: true, usedAt: '2026-01-05T10:00:00.000Z', usedBy: 'Blue Door', amountSavedUsd: '12.34' },
  transactionHash: 'ab'.repeat(32),
}
const admin = { ...owner, type: 'admin' as const, twoFactorEnabled: false }
const open = (answers: Record<string, unknown>) =>
  show(<PromoCodesPage />, { at: '/admin/promo-codes', user: admin, answers })

describe('promo codes', () => {
  it('have a badge for every state, and no expiry is shown as Never', async () => {
    open({
      [list]: [
        { ...base, id: 3, code: 'AAAA-AAAA-AAAA', state: 'active', expiresAt: null },
        { ...used, id: 2, code: 'BBBB-BBBB-BBBB', state: 'used' },
        { ...base, id: 1, code: 'CCCC-CCCC-CCCC', state: 'expired' },
      ],
    })
    const ticket = async (name: string) => (await screen.findByRole('article', { name })).textContent
    expect(await ticket('AAAA-AAAA-AAAA')).toMatch(/Active.*Never/)
    expect(await ticket('BBBB-BBBB-BBBB')).toMatch(/Used.*Blue Door.*\$12\.34/)
    expect(await ticket('CCCC-CCCC-CCCC')).toContain('Expired')
  })

  it('link the transaction of their withdrawal to the explorer', async () => {
    open({
      [list]: [{ ...used, id: 2, code: 'BBBB-BBBB-BBBB', state: 'used' }],
      'GET /api/status': { mode: 'live', network: 'mainnet' },
    })
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^abab/ })
    expect(link.href).toBe(`https://mempool.space/tx/${used.transactionHash}`)
  })

  it('can’t be created without a description and a day, and say so when creating fails', async () => {
    const { person, askedFor } = open({ [list]: [], [create]: noServer })
    expect(await screen.findByRole('heading', { name: 'No promo codes created yet' })).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Create Promo Code' }))
    const days = screen.getByLabelText<HTMLInputElement>('Expires In (Days)')
    expect(days.value).toBe('30')
    await fill(person, days, '0')
    await person.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Description is required')).toBeDefined()
    expect(screen.getByText('Expires in days must be at least 1')).toBeDefined()
    expect(askedFor(create)).toEqual([])
    await fill(person, screen.getByLabelText('Description'), 'Spring offer')
    await fill(person, days, '7')
    await person.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Failed to create promo code')).toBeDefined()
    expect(askedFor(create)).toHaveLength(1)
  })

  it('that couldn’t load are loaded again', async () => {
    const { person, answer } = open({ [list]: noServer })
    const again = await screen.findByRole('button', { name: /Try Again/i })
    answer(list, [])
    await person.click(again)
    expect(await screen.findByRole('heading', { name: 'No promo codes created yet' })).toBeDefined()
  })
})
