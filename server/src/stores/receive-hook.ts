import { parseWebhookEvent, verifyWebhookSignature } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { lateSeconds, recordGap, saveHook } from './table.hooks.ts'
import { markSyncDue } from './table.sync.ts'
import { findStoresByEngineId, secretOf } from './table.ts'

/** BTCPay's own events have one or two kilobytes. */
const mostBytes = 64 * 1024

/**
 * Stores what BTCPay reports, if the signature is BTCPay's. The content is not trusted: it only tells us what to read.
 */
export const receiveHook = async (deps: Deps, storeId: string, body: Uint8Array, signature: string | undefined) => {
  const candidates = await findStoresByEngineId(deps.db, storeId)
  if (candidates.length === 0) throw new ApiError('not-found')
  const store = candidates.find(({ tag, webhookSecret }) => {
    const secret = webhookSecret === null ? undefined : deps.sealer.open(webhookSecret, secretOf(tag, 'webhook-secret'))
    return secret !== undefined && signature !== undefined && verifyWebhookSignature(body, signature, secret)
  })
  if (!store) throw new ApiError('bad-signature')
  if (body.byteLength > mostBytes) {
    await markSyncDue(deps.db, store.id)
    deps.wake('reconcile-engine')
    throw new ApiError('body-too-large')
  }
  const parsed = parseWebhookEvent(body)
  const envelope = parsed.kind === 'invoice' ? parsed.event : parsed.kind === 'other' ? parsed.envelope : undefined
  const invoiceId =
    parsed.kind === 'invoice' ? parsed.event.invoiceId : parsed.kind === 'other' ? parsed.invoiceId : undefined
  const saved = await saveHook(deps.db, {
    storeRef: store.id,
    deliveryId: envelope?.deliveryId,
    type: envelope?.type,
    invoiceId,
    sentAt: envelope ? timeOf(envelope.timestamp) : undefined,
    body: Buffer.from(body),
  })
  // A repeated one says nothing about those that follow.
  if (saved.isNew && saved.ageSeconds > lateSeconds) await recordGap(deps.db, store.serverUrl, 'late')
  deps.wake('reconcile-engine')
}

/** A time that the database cannot store is left out. */
const timeOf = (unixSeconds: number) =>
  unixSeconds >= 0 && unixSeconds <= 253_402_300_799 ? new Date(unixSeconds * 1000) : undefined
