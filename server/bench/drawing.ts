/** Drawing a checkout with its code, in turns in four languages, as the server does for every visit. */

import { performance } from 'node:perf_hooks'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import { loadDrawPages } from '../src/load-draw-pages.ts'
import { sampleCheckout } from '../test/draw-pages.ts'
import { median } from './open-platform.ts'
import { atPart, exitAfter } from './part.ts'

const limitMs = 3
const rounds = 7
const pages = atPart(200, 4)
const languages = ['en', 'de', 'ja', 'ar'] as const

const draw = await loadDrawPages()
if (!draw) throw new Error('The browser code is not built.')
// As long as real ones: a code of this size takes most of the time.
const bitcoinAddress = `bcrt1q${'w508d6qejxtdg4y5r3zarvary0c5xw7k'.repeat(2)}`.slice(0, 44)
const lightningInvoice = `lnbcrt10m1p${'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.repeat(9)}`
const qrCodeData = `bitcoin:${bitcoinAddress}?amount=0.01&lightning=${lightningInvoice}`
const checkout = { ...sampleCheckout, bitcoinAddress, lightningInvoice, qrCodeData }

const drawAll = () => {
  const begun = performance.now()
  for (let page = 0; page < pages; page += 1) {
    draw.drawCheckout(checkout, {
      mode: 'live',
      language: languages[page % languages.length] ?? 'en',
      brand: defaultBrand,
    })
  }
  return (performance.now() - begun) / pages
}
drawAll()
const ms = median(Array.from({ length: rounds }, drawAll))
process.stdout.write(`drawing a checkout: ${ms.toFixed(2)} ms  (at most ${limitMs})\n`)
exitAfter(ms <= limitMs)
