import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openEngine } from './engine/engine.ts'
import type { Invoice } from './engine/invoices/invoice.ts'
import { openInvoiceBook } from './engine/invoices/invoice-book.ts'
import { plainInvoice } from './testing/plain-invoice.ts'

/** The work is counted in invoices read, not in time, which depends on the machine's load. */
it('a page of invoices costs the same among 100 and among 10,000', async () => {
  const small = await costs(100)
  const large = await costs(10_000)
  for (const [what, cost] of Object.entries(large)) {
    expect(cost, `${what}: ${small[what]} → ${cost}`).toBeLessThanOrEqual((small[what] ?? 0) * 1.5)
  }
})

async function costs(count: number): Promise<Record<string, number>> {
  const dir = await mkdtemp(join(tmpdir(), 'sandbox-scale-'))
  const engine = await openEngine({ dir })
  try {
    const book = openInvoiceBook(engine.store)
    for (let at = 0; at < count; at++) book.put(invoiceAt(at))
    const base = { storeId: 'store', includeArchived: false, skip: 0, take: 20 }
    const cost = (query: Partial<Parameters<typeof book.list>[0]>, expected: number) => {
      const before = book.looked()
      expect(book.list({ ...base, ...query })).toHaveLength(expected)
      return book.looked() - before
    }
    return {
      newest: cost({}, 20),
      oldest: cost({ skip: count - 20 }, 20),
      status: cost({ statuses: ['New'] }, 20),
      statuses: cost({ statuses: ['New', 'Processing'] }, 20),
      orderId: cost({ orderIds: ['order-7'] }, 1),
      archived: cost({ includeArchived: true }, 20),
      search: cost({ textSearch: 'buyer-7@' }, 1),
      dates: cost({ startSeconds: 1_000_000 + 30, endSeconds: 1_000_000 + 60 }, 20),
    }
  } finally {
    await engine.close()
    await rm(dir, { recursive: true, force: true })
  }
}

const invoiceAt = (at: number): Invoice => ({
  ...plainInvoice,
  id: `invoice-${at}`,
  sequence: at,
  createdAt: 1_000_000 + at,
  expiresAt: 1_000_900 + at,
  monitoredUntil: 1_087_300 + at,
  status: at % 3 === 0 ? 'New' : at % 3 === 1 ? 'Processing' : 'Settled',
  metadata: { orderId: `order-${at}`, buyerEmail: `buyer-${at}@example.com` },
  prompts: [],
  watched: [`address-${at}`],
})
