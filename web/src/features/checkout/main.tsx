import './checkout.css'
import '../../lib/theme.ts'
import type { Checkout } from '@bitquay/contract/checkout'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts, pageLanguage } from '../../lib/language.ts'
import { CheckoutPage } from './checkout-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the checkout.')

/** The server's figures, so that the first sight needs no further call; none when the page came from elsewhere. */
const readGiven = (): Checkout | null | undefined => {
  const block = document.getElementById('checkout')
  return block?.textContent ? (JSON.parse(block.textContent) as Checkout | null) : undefined
}

const invoiceId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')

void loadTexts(pageLanguage()).then(() =>
  createRoot(root).render(
    <StrictMode>
      <CheckoutPage invoiceId={invoiceId} given={readGiven()} />
    </StrictMode>,
  ),
)

// Few checkouts are inside of a shop's page, so the rest doesn't load this.
if (document.documentElement.dataset.view) void import('./modal-bridge.ts').then(({ connectModal }) => connectModal())
