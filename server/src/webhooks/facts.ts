import { type Action, actionsOn, type Fact, merchantScreens, type OfSubject } from '../facts/index.ts'
import { type Email, renderEmail } from '../mail/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { getEndpoint } from './table.endpoints.ts'

type OfEndpoint = { id: number; merchantId: number }

const screens = merchantScreens(['webhooks'])
const onEndpoint = actionsOn('webhook', screens)

export const webhookAdded = onEndpoint('webhook-added')
export const webhookChanged = onEndpoint('webhook-changed')
export const webhookRemoved = onEndpoint('webhook-removed')
export const webhookSecretRotated = onEndpoint('webhook-secret-rotated')
/** Sending changes no data, so it is not in the audit log. */
export const webhookSent: Fact<{ merchantId: number }> = { screens }

/** To the merchant's other endpoints and the list of events. */
const disabled = {
  event: 'webhook_endpoint.disabled',
  shown: async ({ merchantId, id: endpointId }: OfEndpoint, tx: Tx) => {
    const { id, url, description, events, enabled, disabledBecause } = await getEndpoint(tx, merchantId, endpointId)
    return [merchantId, { id, url, description, events, enabled, disabledBecause }] as const
  },
} as const

export const webhookTurnedOff: Action<OfEndpoint & OfSubject> = { ...webhookChanged, ...disabled }
/** By an endpoint that is gone. `deliveryId` tells this time from others: it may be enabled and disabled again. */
export const webhookDisabled: Action<OfEndpoint & { deliveryId: bigint; url: string; publicUrl: string }> = {
  ...onEndpoint('webhook-disabled'),
  ...disabled,
  emails: async ({ merchantId, url, publicUrl }, tx) => [
    { to: (await getMerchant(tx, merchantId)).email, merchantId, ...webhookDisabledEmail(publicUrl, url) },
  ],
  bell: ({ id, merchantId, deliveryId, url, publicUrl }) => ({
    to: { merchantId },
    kind: 'needs-attention',
    subject: `webhook:${id}:${deliveryId}`,
    reason: 'webhook-disabled',
    amountUsd: null,
    about: url,
    isOwnerEmailed: true,
    email: () => webhookDisabledEmail(publicUrl, url),
  }),
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
