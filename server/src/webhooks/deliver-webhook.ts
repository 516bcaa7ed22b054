import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { type Email, queueEmail, renderEmail } from '../mail/index.ts'
import { notify } from '../notifications/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { PostWebhook } from './post-webhook.ts'
import { publishDisabled } from './publish-disabled.ts'
import { openSecrets, type WrittenDelivery, writeStandard } from './secrets.ts'
import { type ClaimedDelivery, releaseDelivery, saveAttempt } from './table.deliveries.ts'

/** Builds a delivery as another server would. */
export type WriteDelivery = (db: Db, delivery: ClaimedDelivery, secrets: readonly string[]) => Promise<WrittenDelivery>

/**
 * One attempt at one delivery. It is sent first and saved afterwards: if we die in between it is sent again under the
 * same ID, by which receivers recognize a repeat.
 */
export const deliverWebhook = async (
  deps: Deps,
  writeBtcpayDelivery: WriteDelivery,
  post: PostWebhook,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> => {
  const secrets = openSecrets(deps.sealer, delivery)
  const written =
    delivery.kind === 'btcpay'
      ? await writeBtcpayDelivery(deps.db, delivery, secrets)
      : writeStandard(delivery, secrets, new Date())
  const attempt = await post(delivery.url, written, signal)
  await inTransaction(deps.db, async (tx) => {
    if (signal.aborted && attempt.answer === undefined) {
      await releaseDelivery(tx, delivery)
      return
    }
    const outcome = await saveAttempt(tx, delivery, attempt)
    await emitChange(tx, `merchant:${delivery.merchantId}`, 'webhooks')
    if (outcome !== 'gone') return
    await recordActivity(tx, {
      act: 'webhook-disabled',
      actor: 'system',
      subject: { kind: 'webhook', id: delivery.endpointId },
      merchantId: delivery.merchantId,
    })
    await publishDisabled(tx, delivery.merchantId, delivery.endpointId)
    const { email } = await getMerchant(tx, delivery.merchantId)
    const message = webhookDisabledEmail(deps.config.publicUrl, delivery.url)
    await queueEmail(tx, { to: email, merchantId: delivery.merchantId, ...message })
    await notify(tx, {
      to: { merchantId: delivery.merchantId },
      kind: 'needs-attention',
      // It may be enabled and disabled again.
      subject: `webhook:${delivery.endpointId}:${delivery.id}`,
      reason: 'webhook-disabled',
      amountUsd: null,
      about: delivery.url,
      isOwnerEmailed: true,
      email: () => message,
    })
  })
}

export const webhookDisabledEmail = (publicUrl: string, url: string): Email =>
  renderEmail({
    subject: 'Webhook endpoint disabled',
    paragraphs: [
      `Your endpoint ${url} returned 410 Gone, so we stopped sending events to it.`,
      'No events are lost. We keep saving them, and you can replay them after you enable the endpoint again.',
    ],
    action: { label: 'View webhooks', url: `${publicUrl}/merchant/settings?tab=developer` },
    publicUrl,
  })
