import type { DrawnPage, DrawPages, PageSettings } from '@bitquay/contract/checkout.pages'
import { renderToString } from 'preact-render-to-string'
import type { ReactNode } from 'react'
import { drawForBrand, platformBrand } from '../content/platform-brand.ts'
import { CheckoutPage } from '../features/checkout/checkout-page.tsx'
import { loadPanel } from '../features/checkout/late-panel.tsx'
import * as t from '../features/checkout/messages.ts'
import { phaseOf } from '../features/checkout/phase.ts'
import { describePhase } from '../features/checkout/words.ts'
import { StopReminders } from '../features/invoices/customer/stop-reminders.tsx'
import { LinkPage } from '../features/payment-links/customer/link-page.tsx'
import * as links from '../features/payment-links/customer/messages.ts'
import * as refunds from '../features/refunds/customer/messages.ts'
import { RefundPage } from '../features/refunds/customer/refund-page.tsx'
import * as pullPayments from '../features/refunds/pull-payment/messages.ts'
import { PullPaymentStatus } from '../features/refunds/pull-payment/pull-payment-status.tsx'
import { setTimeZone } from '../lib/format-date.ts'
import { drawIn } from '../lib/language.ts'
import { drawForMode } from '../lib/mode.ts'
import { loadEncoder } from '../ui/qr-code.tsx'

// What the browser loads when it needs it is there from the start, since drawing never waits.
await Promise.all([loadEncoder(), loadPanel()])
setTimeZone('UTC', { isNamed: true })

type Drawing = { title: string; color: string | null; page: ReactNode }

const draw = ({ language, mode, brand }: PageSettings, compose: () => Drawing): DrawnPage => {
  drawIn(language)
  drawForMode(mode)
  drawForBrand(brand)
  const { title, color, page } = compose()
  return { title, color, html: renderToString(page as Parameters<typeof renderToString>[0]) }
}

/** The pages that customers open, as the server sends them. The browser takes over the same HTML. */
export const drawPages: DrawPages = {
  drawCheckout: (checkout, settings) =>
    draw(settings, () => ({
      title: checkout ? titleOf(checkout) : t.notFoundTab({ platform: platformBrand().name }),
      color: checkout?.brand.color ?? null,
      page: <CheckoutPage invoiceId={checkout?.invoiceId ?? ''} given={checkout} />,
    })),
  drawLink: ({ link, attempt }, settings) =>
    draw(settings, () => ({
      title: link ? `${link.title} · ${link.storeName}` : links.notFoundTab({ platform: platformBrand().name }),
      color: link?.brand.color ?? null,
      page: <LinkPage link={link} attempt={attempt} />,
    })),
  drawRefund: ({ claim, attempt, network }, settings) =>
    draw(settings, () => ({
      title: refunds.refundTab({ platform: platformBrand().name }),
      color: claim?.brand.color ?? null,
      page: <RefundPage token="" given={claim} attempt={attempt} network={network} />,
    })),
  drawPullPayment: (refund, settings) =>
    draw(settings, () => ({
      title: pullPayments.refundFrom({ store: refund.storeName }),
      color: refund.brand.color,
      page: <PullPaymentStatus refund={refund} />,
    })),
  drawReminders: (reminders, settings) =>
    draw(settings, () => ({
      title: `${reminders.title} · ${reminders.storeName}`,
      color: reminders.brand.color,
      page: <StopReminders reminders={reminders} />,
    })),
}

const titleOf = (checkout: Parameters<typeof describePhase>[0]) => {
  const { title } = describePhase(checkout, phaseOf(checkout, Date.parse(checkout.now)))
  return `${title} · ${checkout.storeName}`
}
