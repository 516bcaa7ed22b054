import { randomBytes, randomUUID } from 'node:crypto'
import { base58 } from '@scure/base'

/** BTCPay's id formats: the length alone shows what an id belongs to. */
export const newStoreId = () => base58.encode(randomBytes(32))
export const newInvoiceId = () => base58.encode(randomBytes(16))
export const newWebhookId = () => base58.encode(randomBytes(16))
export const newDeliveryId = () => base58.encode(randomBytes(16))
export const newWebhookSecret = () => base58.encode(randomBytes(20))
export const newApiKey = () => randomBytes(20).toString('hex')
export const newUserId = () => randomUUID()
