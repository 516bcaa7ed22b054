import type { Checkout } from '@bitquay/contract/checkout'
import type { DrawPages } from '@bitquay/contract/checkout.pages'

/** The customers' pages from their source, so that a test needs no build. */
export const drawPagesFromSource = async (): Promise<DrawPages> => {
  const source: string = new URL('../../web/src/customer/draw.tsx', import.meta.url).pathname
  const { drawPages } = (await import(source)) as { drawPages: DrawPages }
  return drawPages
}

/** An invoice that waits for its payment. */
export const sampleCheckout: Checkout = {
  invoiceId: 'i',
  storeName: 'Kestrel Arcade',
  storeClosed: false,
  renewable: false,
  brand: { color: null, logoUrl: null, supportContact: null, phone: null, place: null },
  status: 'new',
  additionalStatus: 'none',
  amount: '1060.00',
  currency: 'USD',
  amountBtc: '0.01000000',
  amountUsd: '1060.00',
  paidBtc: '0.00000000',
  dueBtc: '0.01000000',
  rate: '106000.00',
  description: 'Season pass',
  bitcoinAddress: 'bcrt1qaddress',
  lightningInvoice: 'lnbcrt10m1invoice',
  qrCodeData: 'bitcoin:bcrt1qaddress?amount=0.01000000&lightning=lnbcrt10m1invoice',
  createdAt: '2026-11-15T10:00:00.000Z',
  expiresAt: '2026-11-15T10:15:00.000Z',
  paidAt: null,
  redirectUrl: null,
  now: '2026-11-15T10:00:00.000Z',
  confirmationsNeeded: 1,
  confirmedInBlock: null,
  emailOnFile: false,
  payments: [],
}
