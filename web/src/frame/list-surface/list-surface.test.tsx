import type { Act } from '@bitquay/contract/audit-log'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Asked, fill, noServer, owner, refusal, show } from '../../../test/draw.tsx'
import AuditLogPage from '../../features/audit-log/pages/admin.tsx'

/** The surface of all lists, with the audit log as the list. */
const list = 'GET /api/admin/act-log'

const actOf = (id: number): Act => ({
  ...{ id, at: '2026-11-15T10:00:00.000Z', actorKind: 'admin', actorId: 1, actorEmail: `admin-${id}@example.test` },
  ...{ act: 'signed-in', subjectKind: null, subjectId: null, merchantId: null, storeName: null },
  ...{ sourceAddress: '10.0.0.1', detail: {} },
})

const admin = { ...owner, type: 'admin' as const }
const open = (rows: unknown, at = '/admin/audit-log') =>
  show(<AuditLogPage />, {
    at,
    user: admin,
    answers: {
      [list]: rows,
      'GET /api/admin/act-log/names': ['signed-in', 'settings-changed'],
      'GET /api/admin/stores': [],
      'GET /api/auth/preferences': { views: [], hiddenColumns: {}, shortcuts: true, timeZone: 'UTC' },
    },
  })
const rowNames = () => [...document.querySelectorAll('[data-row]')].map((row) => row.textContent ?? '')
const lastAsked = (asked: Asked[]) => Object.fromEntries(asked.at(-1)?.query ?? [])

describe('a list', () => {
  it('is read page by page, from where the last one ended', async () => {
    const { person, askedFor } = open(({ query }: Asked) =>
      query.get('cursor') === '8'
        ? [actOf(7)]
        : Response.json([actOf(9), actOf(8)], { headers: { 'x-next-cursor': '8' } }),
    )
    await waitFor(() => expect(rowNames()).toHaveLength(2))
    await person.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(rowNames()).toHaveLength(3))
    expect(lastAsked(askedFor(list))).toMatchObject({ cursor: '8', sort: '-date' })
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('says that nothing is there yet', async () => {
    open([])
    expect(await screen.findByText('No activity yet')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
    expect(screen.queryByRole('searchbox'), 'there is nothing to filter').toBeNull()
    expect(document.body.textContent).not.toMatch(/Keyboard|All time/)
  })

  it('has filters and keys as soon as there is a row', async () => {
    open([actOf(9)])
    await waitFor(() => expect(rowNames()).toHaveLength(1))
    screen.getByRole('searchbox')
    expect(document.body.textContent).toMatch(/All time/)
  })

  it('says that nothing matches, and clears the filters and what was typed', async () => {
    const { person, address, askedFor } = open(
      ({ query }: Asked) => (query.has('search') ? [] : [actOf(9)]),
      '/admin/audit-log?act=signed-in&search=nobody',
    )
    expect(await screen.findByText('No activity matches your filters')).toBeDefined()
    expect(lastAsked(askedFor(list))).toMatchObject({ act: 'signed-in', search: 'nobody' })
    const message = screen.getByText('No activity matches your filters').closest('section') ?? document.body
    await person.click(within(message).getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(rowNames()).toHaveLength(1))
    expect(address()).toBe('/admin/audit-log')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  it('says that it couldn’t load, with the number of the request, and tries again', async () => {
    const { person, answer } = open(refusal(500, 'internal', 'Something went wrong'))
    expect(await screen.findByText('Unable to load the audit log')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('Nothing was lost. Try again in a minute.')
    answer(list, [actOf(9)])
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(rowNames()).toHaveLength(1))
  })

  it('says the same when there is no server', async () => {
    open(noServer)
    expect(await screen.findByText('Unable to load the audit log')).toBeDefined()
  })

  it('keeps search, sort and the open row in the address', async () => {
    const { person, address, askedFor } = open([actOf(9)])
    await waitFor(() => expect(rowNames()).toHaveLength(1))
    await fill(person, screen.getByRole('searchbox'), 'admin-9')
    await waitFor(() => expect(address()).toContain('search=admin-9'))
    await waitFor(() => expect(lastAsked(askedFor(list))).toMatchObject({ search: 'admin-9' }))
    await person.click(screen.getByRole('button', { name: 'Date' }))
    await waitFor(() => expect(address()).toContain('sort=date'))
    await waitFor(() => expect(lastAsked(askedFor(list))).toMatchObject({ search: 'admin-9', sort: 'date' }))
    const [row] = document.querySelectorAll('[data-row]')
    await person.click(row ?? expect.unreachable('no row'))
    await waitFor(() => expect(address()).toMatch(/open=9/))
  })
})
