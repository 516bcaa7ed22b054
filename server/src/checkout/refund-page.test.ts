import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { viewRefund } from '@bitquay/contract/refunds'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { type Money, shareMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { refundShops } from '../../test/refund-shops.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
import { serveRefundPage } from './routes.refund-page.ts'

let money: Money
let pages: FastifyInstance
let folder: string
beforeAll(async () => {
  money = await shareMoney()
  await money.engine.control.rate({ usd: '100000' })
  folder = await mkdtemp(join(tmpdir(), 'bitquay-refund-'))
  await writeFile(join(folder, 'refund.html'), '<html lang="en"><title>x</title><div id="root"></div></html>')
  pages = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: false, toApiError: () => undefined })
  serveRefundPage(pages, { ...money.deps, draw: await drawPagesFromSource() }, folder)
})
afterAll(async () => {
  await pages.close()
  await rm(folder, { recursive: true, force: true })
})

const send = (url: string, address: string) =>
  pages.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ address }).toString(),
  })

test('a refund is claimed without a script, and only with an address that can be paid', async () => {
  const shops = refundShops(money)
  const { store, owner } = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice({ store })
  const { claimLink } = await offerRefund(money.deps, {
    merchantId: store.merchantId,
    invoiceId,
    kind: 'everything',
    actor: { kind: 'merchant', id: store.merchantId, email: owner.email },
    offeredBy: owner.email,
    source: { address: '203.0.113.1', device: 'test' },
    authorize: async () => undefined,
  })
  const url = new URL(claimLink).pathname
  const offered = await pages.inject({ url: `${url}?lang=de` })
  expect(offered.statusCode).toBe(200)
  expect(offered.body).toContain('<form method="post" novalidate class="form-card">')
  expect(offered.body).toContain('<html lang="de" dir="ltr"')
  expect(offered.headers['cache-control']).toBe('no-store')

  const empty = await send(url, ' ')
  expect(empty.statusCode).toBe(400)
  expect(empty.body).toContain('Please enter a Bitcoin address')
  const wrong = await send(`${url}?lang=de`, '"><script>alert(1)</script>')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.body).toContain('role="alert"')
  expect(wrong.body).not.toContain('<script>')
  expect(wrong.body).not.toContain('Please enter')

  const address = await money.strangersAddress()
  const claimed = await send(`${url}?lang=de`, address)
  expect(claimed.statusCode).toBe(303)
  expect(claimed.headers.location).toBe(`${url}?lang=de`)
  const shown = await pages.inject({ url })
  expect(shown.body).toContain(address)
  expect(shown.body).not.toContain('<form')
  const { body } = await ask(money.server, viewRefund, { body: { token: url.split('/').at(-1) } })
  expect(body).toMatchObject({ status: 'claimed', address })

  const again = await send(url, await money.strangersAddress())
  expect(again.statusCode).toBe(409)
  expect(again.body).toContain(address)
})

test('a link that leads to no refund claims nothing', async () => {
  for (const url of [`/r/${'x'.repeat(43)}`, '/r/short', '/r/%00']) {
    expect((await pages.inject({ url })).statusCode, url).toBe(404)
    expect((await send(url, 'bcrt1q')).statusCode, url).toBe(404)
  }
})
