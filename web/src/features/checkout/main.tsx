import './checkout.css'
import '../../lib/theme.ts'
import type { Checkout } from '@bitquay/contract/checkout'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadTexts, pageLanguage } from '../../lib/language.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { prepareDrawn } from './prepare-drawn.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the checkout.')

/** What the server drew the page from; nothing when the page came from elsewhere. */
const readGiven = (): Checkout | null | undefined => {
  const block = document.getElementById('checkout')
  return block?.textContent ? (JSON.parse(block.textContent) as Checkout | null) : undefined
}

const start = async () => {
  const given = readGiven()
  const invoiceId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  const page = <CheckoutPage invoiceId={invoiceId} given={given} />
  await Promise.all([loadTexts(pageLanguage()), prepareDrawn(given, root)])
  if (given === undefined) createRoot(root).render(page)
  else hydrateRoot(root, page)
  // Few checkouts are inside of a shop's page, so the rest doesn't load this.
  if (document.documentElement.dataset.view) (await import('./modal-bridge.ts')).connectModal()
}

void start()
