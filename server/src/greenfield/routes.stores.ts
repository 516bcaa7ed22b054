import { divideHalfUp, fromCents, fromUsd8 } from '@bitquay/contract/money'
import { revokeOwnKey } from '../api-keys/index.ts'
import { readShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import { findRate } from '../prices/index.ts'
import { readStatus } from '../status/index.ts'
import { findStore, offersLightning } from '../stores/index.ts'
import { permissionsOf } from './permissions.ts'
import { GreenfieldError, GreenfieldInvalid, type GreenfieldRequest, type GreenfieldRoute, listOf } from './route.ts'

/** The BTCPay release whose API we follow. Plugins use it to decide which calls they can make. */
const followedVersion = '2.4.1'

export const storeRoutes = (deps: Deps): GreenfieldRoute[] => {
  const { db } = deps
  const presentStore = async ({ apiKey, storeId }: GreenfieldRequest) => {
    const { storeName, defaultLanguage, website } = await getMerchant(db, apiKey.merchantId)
    const { brand } = await readShop(db, apiKey.merchantId)
    return {
      id: storeId,
      name: storeName,
      website,
      supportUrl: toUrl(brand.supportContact),
      logoUrl: brand.logoUrl && `${deps.config.publicUrl}${brand.logoUrl}`,
      brandColor: brand.color,
      defaultLang: defaultLanguage,
      ...sameForAll,
    }
  }
  const methods = async ({ apiKey }: GreenfieldRequest) => {
    const store = await findStore(db, apiKey.merchantId)
    const lightning = store !== undefined && offersLightning(store)
    const enabled = store?.status === 'ready'
    // Older plugins read `paymentMethod` and compare it with the methods of an invoice, so it is the same name.
    return ['BTC-CHAIN', ...(lightning ? ['BTC-LN'] : [])].map((id) => ({
      paymentMethodId: id,
      paymentMethod: id,
      cryptoCode: 'BTC',
      enabled,
      // BTCPay shows it to those who may change it.
      config: null,
    }))
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
      method: 'DELETE',
      path: '/api/v1/api-keys/current',
      permission: undefined,
      answer: async ({ apiKey, source }) => {
        await revokeOwnKey(deps, apiKey, source)
        return undefined
      },
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
              nodeInformation: engine.synced ? { headers: height, blocks: height, verificationProgress: 1 } : null,
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
      path: '/api/v1/stores/:storeId/payment-methods/:paymentMethodId',
      permission: 'btcpay.store.canviewstoresettings',
      answer: async (request) => {
        const wanted = request.params.paymentMethodId?.toUpperCase()
        const method = (await methods(request)).find(({ paymentMethodId }) => paymentMethodId === wanted)
        if (method) return method
        throw new GreenfieldError(404, 'paymentmethod-not-found', 'The payment method was not found')
      },
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/rates',
      permission: 'btcpay.store.canviewstoresettings',
      answer: async ({ query }) => {
        const requested = [...listOf(query.currencyPair), ...listOf(query['currencyPair[]'])].slice(0, mostPairs)
        const pairs = (requested.length === 0 ? ['BTC_USD'] : requested).map(readPair)
        const currencies = [...new Set(pairs.flat())]
        const rates = new Map<string, Rate>()
        for (const currency of currencies) rates.set(currency, await findRate(db, currency))
        return pairs.map((pair) => presentRate(pair, rates))
      },
    },
  ]
}

/** The settings of a BTCPay store that are the same for every store here, with what our checkout does. */
const sameForAll = {
  defaultCurrency: 'USD',
  additionalTrackedRates: [],
  invoiceExpiration: 900,
  displayExpirationTimer: 300,
  monitoringExpiration: 86_400,
  refundBOLT11Expiration: 30,
  speedPolicy: 'MediumSpeed',
  paymentTolerance: 0,
  archived: false,
  anyoneCanCreateInvoice: false,
  receipt: { enabled: true, showQR: true, showPayments: true },
  networkFeeMode: 'MultiplePaymentsOnly',
  lazyPaymentMethods: false,
  defaultPaymentMethod: 'BTC-CHAIN',
  paymentMethodCriteria: [],
  payJoinEnabled: false,
  lightningDescriptionTemplate: null,
  lightningAmountInSatoshi: false,
  lightningPrivateRouteHints: false,
  onChainWithLnInvoiceFallback: true,
  redirectAutomatically: false,
  showRecommendedFee: false,
  recommendedFeeBlockTarget: 1,
  autoDetectLanguage: true,
  htmlTitle: null,
  cssUrl: null,
  paymentSoundUrl: null,
  applyBrandColorToBackend: false,
  showPayInWalletButton: true,
  showStoreHeader: true,
  celebratePayment: false,
  playSoundOnPayment: false,
}

/** Merchants may give an email address. */
const toUrl = (contact: string | null) => (contact === null || contact.includes('://') ? contact : `mailto:${contact}`)

const mostPairs = 200

type Rate = Awaited<ReturnType<typeof findRate>>
type Pair = readonly [base: string, quote: string]

const readPair = (pair: string): Pair => {
  const [, base, quote] = /^([A-Z]{3,5})_([A-Z]{3,5})$/.exec(pair.toUpperCase()) ?? []
  if (base !== undefined && quote !== undefined) return [base, quote]
  throw new GreenfieldInvalid([{ path: 'currencyPair', message: `Invalid currency pair '${pair.slice(0, 20)}'` }])
}

const presentRate = ([base, quote]: Pair, rates: ReadonlyMap<string, Rate>) => {
  const currencyPair = `${base}_${quote}`
  const [from, to] = [rates.get(base), rates.get(quote)]
  if (!from || !to || from.cents <= 0n) return { currencyPair, rate: null, errors: [`No rate for ${currencyPair}`] }
  const rate = base === 'BTC' ? fromCents(to.cents) : fromUsd8(divideHalfUp(to.cents * 100_000_000n, from.cents))
  return { currencyPair, rate, errors: from.stale || to.stale ? ['The price is out of date'] : [] }
}
