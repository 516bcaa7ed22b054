import { type CallOptions, type Send, segment } from '../send.ts'
import { type PutRateConfigurationRequest, rateConfiguration, rateResults } from '../wire/rates.ts'

export const rateCalls = (send: Send) => ({
  /** `['BTC_USD']`. A source that fails leaves `rate` null in an otherwise successful response. */
  list: (storeId: string, currencyPairs: readonly [string, ...string[]], options?: CallOptions) =>
    send(
      { method: 'GET', path: ratesPath(storeId), query: { currencyPair: currencyPairs }, answer: rateResults },
      options,
    ),

  getConfiguration: (storeId: string, options?: CallOptions) =>
    send({ method: 'GET', path: ratesPath(storeId, '/configuration'), answer: rateConfiguration }, options),

  putConfiguration: (storeId: string, body: PutRateConfigurationRequest, options?: CallOptions) =>
    send({ method: 'PUT', path: ratesPath(storeId, '/configuration'), body, answer: rateConfiguration }, options),
})

const ratesPath = (storeId: string, rest = ''): string => `/api/v1/stores/${segment(storeId)}/rates${rest}`
