import { randomUUID } from 'node:crypto'
import { unwrap } from '@bitquay/btcpay'
import { getCheckout } from '@bitquay/contract/checkout'
import * as form from '@bitquay/contract/invoices'
import { usePaymentLink } from '@bitquay/contract/payment-links'
import { createTill } from '@bitquay/contract/tills'
import * as v1 from '@bitquay/contract/v1/invoices'
import * as v1Links from '@bitquay/contract/v1/payment-links'
import { greenfieldBase } from '../src/greenfield/routes.ts'
import { provisionStore } from '../src/stores/provision-store.ts'
import { addApiKey } from './api-keys.ts'
import { startMoney } from './money.ts'
import { addMerchant, ask, signInAs } from './people.ts'
import { addDeviceTo, useTill } from './tills.ts'

type Body = Record<string, unknown>
type Created = { status: number; body: Body; invoiceId: string }

/** All options, as `/api/v1` names them. */
export const everyOption = {
  amount: '40.00',
  currency: 'EUR',
  expirationMinutes: 45,
  paymentMethods: ['on-chain'],
  paymentTolerance: 2.5,
  confirmations: 6,
  redirectUrl: 'https://shop.example.test/done?invoice={InvoiceId}&order={OrderId}',
  redirectAutomatically: true,
  cancelUrl: 'https://shop.example.test/cart/{OrderId}',
  language: 'de',
  orderId: 'A 17/3',
  metadata: { table: '5', waiter: 'Ada' },
}

/** A merchant, and every way to create an invoice with options. */
export const startInvoiceOptions = async () => {
  const money = await startMoney()
  const merchant = await addMerchant(money.server)
  const merchantId = merchant.id
  const store = await provisionStore(money.deps, { merchantId, name: 'Options' })
  const session = await signInAs(money.server, merchant)
  const key = await addApiKey(money.server, merchantId)

  const createByForm = async (body: Body): Promise<Created> => {
    const answer = await ask(money.server, form.createInvoice, { token: session, body })
    return { ...answer, invoiceId: String(answer.body.invoiceId) }
  }
  const createByKey = async (body: Body): Promise<Created> => {
    const answer = await ask(money.server, v1.createInvoice, { token: key, body })
    return { ...answer, invoiceId: String(answer.body.invoiceId) }
  }
  const createByPlugin = async (body: Body): Promise<Created> => {
    const answer = await askGreenfield(toGreenfield(body))
    return { ...answer, invoiceId: String(answer.body.id) }
  }
  const askGreenfield = async (body: Body) => {
    const answer = await money.server.app.inject({
      method: 'POST',
      url: `${greenfieldBase}/api/v1/stores/${store.storeId}/invoices`,
      headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    return { status: answer.statusCode, body: answer.json<Body>() }
  }
  const createByLink = async ({ amount, ...options }: Body): Promise<Created> => {
    const link = await ask(money.server, v1Links.createPaymentLink, {
      token: key,
      body: { title: 'Mugs', amount, ...options },
    })
    if (link.status !== 200) return { ...link, invoiceId: '' }
    const params = { slug: String(link.body.slug) }
    const used = await ask(money.server, usePaymentLink, { params, body: {} })
    return { ...used, invoiceId: String(used.body.invoiceId) }
  }
  let tills = 0
  const createByTill = async ({ amount, ...options }: Body): Promise<Created> => {
    const slug = `options-${++tills}`
    const till = await ask(money.server, createTill, { token: session, body: { name: 'Counter', slug, ...options } })
    if (till.status !== 200) return { ...till, invoiceId: '' }
    const device = await addDeviceTo(money.server, merchantId, { slug, tillId: Number(till.body.id) })
    const sale = { saleId: randomUUID(), lines: [{ amount }], total: amount }
    const charged = await useTill(money.server, device).charge(sale)
    return { status: charged.status, body: charged.body, invoiceId: String(charged.body.invoiceId) }
  }

  const readEngine = async (invoiceId: string) => {
    const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    return unwrap(await client.invoices.get(store.storeId, invoiceId, { includePaymentMethods: true }))
  }
  const readCheckout = async (invoiceId: string) =>
    (await ask(money.server, getCheckout, { params: { invoiceId } })).body

  const creations = { createByForm, createByKey, createByPlugin, createByLink, createByTill }
  return { money, merchantId, store, session, key, askGreenfield, readEngine, readCheckout, ...creations }
}

/** BTCPay's names for our options. */
const toGreenfield = ({ amount, currency, metadata, orderId, ...options }: Body): Body => {
  const { confirmations, redirectUrl, cancelUrl, language, ...same } = options
  const policy = { 0: 'HighSpeed', 1: 'MediumSpeed', 2: 'LowMediumSpeed', 6: 'LowSpeed' }[confirmations as 0]
  const notes = { ...(metadata as object | undefined), ...(orderId === undefined ? {} : { orderId }) }
  return {
    amount,
    ...(currency === undefined ? {} : { currency }),
    metadata: notes,
    checkout: {
      ...same,
      ...(confirmations === undefined ? {} : { speedPolicy: policy ?? confirmations }),
      ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
      ...(cancelUrl === undefined ? {} : { cancelURL: cancelUrl }),
      ...(language === undefined ? {} : { defaultLanguage: language }),
    },
  }
}
