import { fromCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import { findPrice } from '../prices/index.ts'
import { readStatus } from '../status/index.ts'
import { findStore, offersLightning } from '../stores/index.ts'
import { permissionsOf } from './permissions.ts'
import { GreenfieldInvalid, type GreenfieldRequest, type GreenfieldRoute, listOf } from './route.ts'

/** The BTCPay release whose API we follow. Plugins use it to decide which calls they can make. */
const followedVersion = '2.4.1'

export const storeRoutes = (deps: Deps): GreenfieldRoute[] => {
  const { db } = deps
  const presentStore = async ({ apiKey, storeId }: GreenfieldRequest) => ({
    id: storeId,
    name: (await getMerchantSettings(db, apiKey.merchantId)).storeName,
    website: null,
    supportUrl: null,
    defaultCurrency: 'USD',
    invoiceExpiration: 900,
    displayExpirationTimer: 300,
    monitoringExpiration: 86_400,
    speedPolicy: 'MediumSpeed',
    paymentTolerance: 0,
    archived: false,
    anyoneCanCreateInvoice: false,
    receipt: { enabled: true, showQR: true, showPayments: true },
    networkFeeMode: 'MultiplePaymentsOnly',
    lazyPaymentMethods: false,
    defaultPaymentMethod: 'BTC-CHAIN',
  })
  const methods = async ({ apiKey }: GreenfieldRequest) => {
    const store = await findStore(db, apiKey.merchantId)
    const lightning = store !== undefined && offersLightning(store)
    return [
      { paymentMethodId: 'BTC-CHAIN', paymentMethod: 'BTC', cryptoCode: 'BTC', enabled: store?.status === 'ready' },
      ...(lightning
        ? [
            {
              paymentMethodId: 'BTC-LN',
              paymentMethod: 'BTC-LightningNetwork',
              cryptoCode: 'BTC',
              enabled: store.status === 'ready',
            },
          ]
        : []),
    ]
  }

  return [
    {
      method: 'GET',
      path: '/api/v1/api-keys/current',
      permission: undefined,
      answer: async ({ apiKey, token, storeId }) => ({
        apiKey: token,
        label: apiKey.name,
        permissions: permissionsOf(apiKey.scopes).map((permission) => `${permission}:${storeId}`),
      }),
    },
    {
      method: 'GET',
      path: '/api/v1/server/info',
      permission: undefined,
      answer: async () => {
        const { engine, chain } = await readStatus(db, deps.config)
        const height = chain.height ?? 0
        return {
          version: followedVersion,
          onion: null,
          supportedPaymentMethods: ['BTC-CHAIN', 'BTC-LN'],
          fullySynched: engine.synced,
          syncStatus: [
            {
              paymentMethodId: 'BTC-CHAIN',
              cryptoCode: 'BTC',
              available: engine.reachable,
              chainHeight: height,
              syncHeight: height,
            },
          ],
        }
      },
    },
    {
      method: 'GET',
      path: '/api/v1/stores',
      permission: 'btcpay.store.canviewstoresettings',
      answer: async (request) => (request.storeId === '' ? [] : [await presentStore(request)]),
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId',
      permission: 'btcpay.store.canviewstoresettings',
      answer: presentStore,
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/payment-methods',
      permission: 'btcpay.store.canviewstoresettings',
      answer: methods,
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/rates',
      permission: 'btcpay.store.canviewstoresettings',
      answer: async ({ query }) => {
        const requested = [...listOf(query.currencyPair), ...listOf(query['currencyPair[]'])].slice(0, 20)
        const price = await findPrice(db)
        return (requested.length === 0 ? ['BTC_USD'] : requested).map((pair) => rateFor(pair, price))
      },
    },
  ]
}

const rateFor = (pair: string, price: Awaited<ReturnType<typeof findPrice>>) => {
  if (!/^[A-Za-z]{3,5}_[A-Za-z]{3,5}$/.test(pair)) {
    throw new GreenfieldInvalid([{ path: 'currencyPair', message: `Invalid currency pair '${pair.slice(0, 20)}'` }])
  }
  const currencyPair = pair.toUpperCase()
  if (currencyPair !== 'BTC_USD') return { currencyPair, rate: null, errors: ['Only BTC_USD is supported'] }
  return { currencyPair, rate: fromCents(price.cents), errors: price.stale ? ['The price is out of date'] : [] }
}
