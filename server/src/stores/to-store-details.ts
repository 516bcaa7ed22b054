import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { StoreDetails } from './verify-store.ts'

type Given = { [name in keyof StoreDetails]?: string | undefined }

/** What was typed in of a BTCPay store: all of it, or nothing. Without an address it is on our own server. */
export const toStoreDetails = ({ engine }: Pick<Deps, 'engine'>, given: Given): StoreDetails | undefined => {
  const { btcpayServerUrl, btcpayStoreId, btcpayApiKey } = given
  if (btcpayServerUrl === undefined && btcpayStoreId === undefined && btcpayApiKey === undefined) return undefined
  if (btcpayStoreId === undefined || btcpayApiKey === undefined) {
    const path = btcpayStoreId === undefined ? 'btcpayStoreId' : 'btcpayApiKey'
    const message = 'Enter both the BTCPay store ID and its API key, or leave them all empty.'
    throw new ApiError('invalid-request', { message, fields: [{ path, message }] })
  }
  return { btcpayServerUrl: btcpayServerUrl ?? engine.url, btcpayStoreId, btcpayApiKey }
}
