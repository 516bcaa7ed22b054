import { type BtcpayClient, unwrap } from '@bitquay/btcpay'
import type { Invoice, InvoicePaymentMethod } from '@bitquay/btcpay/wire/invoices'
import type { Deps } from '../src/deps.ts'
import { neededRights } from '../src/stores/verify-store.ts'

/** What a server reports instead of the truth. Fields that are left out are true. */
export type Lies = {
  paymentHash?: string
  bitcoinAddress?: string
  /** Settled Lightning payments that it reports, by payment hash. */
  paid?: { hash: string; amountBtc: string; receivedDate?: number; rate?: string }[]
  /** What it asks for with each new invoice, whatever was ordered. */
  offer?: { rate?: string; amount?: string }
  freshAddress?: string
  /** What its Lightning node reports of every invoice. */
  late?: { amountReceived: string; paidAt: number }
}

/** From now on the server behind this API key reports the given lies. Returns a function that makes it honest again. */
export const makeHostile = (deps: Deps, apiKey: string, lies: Lies): (() => void) => {
  const { engines } = deps
  const { at } = engines
  engines.at = (connection) => {
    const client = at(connection)
    return connection.apiKey === apiKey ? lie(client, lies) : client
  }
  return () => {
    engines.at = at
  }
}

const lie = (client: BtcpayClient, lies: Lies): BtcpayClient => ({
  ...client,
  invoices: {
    ...client.invoices,
    create: async (...args) => {
      const created = await client.invoices.create(...args)
      return created.kind === 'ok' ? { ...created, value: twistInvoice(created.value, lies) } : created
    },
    find: async (...args) => {
      const found = await client.invoices.find(...args)
      return found.kind === 'ok' && found.value ? { ...found, value: twistInvoice(found.value, lies) } : found
    },
    list: async (...args) => {
      const listed = await client.invoices.list(...args)
      return listed.kind === 'ok' ? { ...listed, value: listed.value.map((one) => twistInvoice(one, lies)) } : listed
    },
    paymentMethods: async (...args) => {
      const answer = await client.invoices.paymentMethods(...args)
      return answer.kind === 'ok' ? { ...answer, value: answer.value.map((method) => twist(method, lies)) } : answer
    },
  },
  lightning: {
    ...client.lightning,
    getInvoice: async (storeId, id) => {
      const { late } = lies
      if (late === undefined) return client.lightning.getInvoice(storeId, id)
      const invoice = { id, paymentHash: id, BOLT11: '', status: 'Paid' as const, expiresAt: late.paidAt, ...late }
      return { kind: 'ok', status: 200, value: invoice }
    },
  },
  wallet: {
    ...client.wallet,
    address: async (...args) => {
      const answer = await client.wallet.address(...args)
      if (answer.kind !== 'ok' || lies.freshAddress === undefined) return answer
      return { ...answer, value: { ...answer.value, address: lies.freshAddress } }
    },
  },
})

const twistInvoice = (invoice: Invoice, lies: Lies): Invoice => ({
  ...invoice,
  ...(lies.paid === undefined ? {} : { status: 'Settled' }),
  ...(invoice.paymentMethods ? { paymentMethods: invoice.paymentMethods.map((method) => twist(method, lies)) } : {}),
})

const twist = (method: InvoicePaymentMethod, lies: Lies): InvoicePaymentMethod => {
  if (method.paymentMethodId === 'BTC-CHAIN')
    return { ...method, ...lies.offer, destination: lies.bitcoinAddress ?? method.destination }
  const payments = (lies.paid ?? []).map(({ hash, amountBtc, receivedDate }) => ({
    id: hash,
    receivedDate: receivedDate ?? Math.floor(Date.now() / 1000),
    value: amountBtc,
    fee: '0',
    status: 'Settled' as const,
    destination: 'nowhere',
  }))
  return {
    ...method,
    ...lies.offer,
    ...(lies.paymentHash === undefined
      ? {}
      : { additionalData: { ...method.additionalData, paymentHash: lies.paymentHash } }),
    payments: lies.paid === undefined ? method.payments : payments,
    rate: lies.paid?.[0]?.rate ?? lies.offer?.rate ?? method.rate,
  }
}

/** A store on any BTCPay, created by its administrator, with a wallet and the server's own Lightning node. */
export const makeForeignStore = async (admin: BtcpayClient, serverUrl: string) => {
  const { id } = unwrap(await admin.stores.create({ name: 'Merchant' }))
  unwrap(await admin.wallet.generate(id, { savePrivateKeys: true }))
  unwrap(await admin.paymentMethods.put(id, 'BTC-LN', { enabled: true, config: 'Internal Node' }))
  const { apiKey } = unwrap(
    await admin.keys.create({
      label: 'Merchant',
      permissions: [...neededRights, 'btcpay.store.canuselightningnode'].map((right) => `${right}:${id}`),
    }),
  )
  return { btcpayServerUrl: serverUrl, btcpayStoreId: id, btcpayApiKey: apiKey }
}
