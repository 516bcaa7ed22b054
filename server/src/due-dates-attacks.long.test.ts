import { afterAll, expect, test } from 'vitest'
import { startDueDateStage } from '../test/due-dates.ts'
import { openInvoice } from './invoices/open-invoice.ts'

const stage = await startDueDateStage()
const { deps, makeDueInvoice, open, attemptsOf } = stage
const honest = await stage.ownStore('honest')
afterAll(() => stage.close())

const source = { address: '198.51.100.7', device: 'test' }

test('a stranger who opens an invoice a thousand times causes no call to BTCPay while it can be paid', async () => {
  const invoiceId = await makeDueInvoice(honest)
  await open(invoiceId)
  const before = stage.hostile.seen(honest.storeId)
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => open(invoiceId, `198.51.100.${index}`)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  }
  expect(stage.hostile.seen(honest.storeId)).toBe(before)
  expect(await attemptsOf(invoiceId)).toHaveLength(1)
})

test('one source can’t make BTCPay create more than its share, whatever invoices it opens', async () => {
  const limited = { ...deps, config: { ...deps.config, rateLimits: true } }
  const from = { address: '192.0.2.99', device: 'test' }
  const openOne = async () => openInvoice(limited, await makeDueInvoice(honest), from)
  for (let index = 0; index < 60; index++) await openOne()
  await expect(openOne()).rejects.toMatchObject({ code: 'too-many-attempts' })
  // Everyone else can open invoices.
  await openInvoice(limited, await makeDueInvoice(honest), source)
})
