import { randomBytes, randomUUID } from 'node:crypto'
import { base58 } from '@scure/base'

/** The id shapes of BTCPay: the length alone tells what an id names. */
export const newStoreId = () => base58.encode(randomBytes(32))
export const newInvoiceId = () => base58.encode(randomBytes(16))
export const newWebhookId = () => base58.encode(randomBytes(16))
export const newDeliveryId = () => base58.encode(randomBytes(16))
export const newWebhookSecret = () => base58.encode(randomBytes(20))
export const newApiKey = () => randomBytes(20).toString('hex')
export const newUserId = () => randomUUID()
