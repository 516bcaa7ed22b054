import type { PaymentLink } from '@bitquay/contract/payment-links'
import { type Action, actionsOn, merchantScreens, type OfSubject } from '../facts/index.ts'

type OfLink = OfSubject & { merchantId: number; link: PaymentLink }

const onLink = actionsOn('payment-link', merchantScreens(['payment-links']))
const shown = ({ merchantId, link }: OfLink) => [merchantId, link] as const

export const paymentLinkCreated: Action<OfLink> = {
  ...onLink('payment-link-created'),
  event: 'payment_link.created',
  shown,
}
export const paymentLinkChanged: Action<OfLink> = {
  ...onLink('payment-link-changed'),
  event: 'payment_link.updated',
  shown,
}
