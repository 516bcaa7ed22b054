import type { Checkout } from '@bitquay/contract/checkout'
import { setTimeZone } from '../../lib/format-date.ts'
import { keepDrawnCode } from '../../ui/qr-code.tsx'
import { loadPanel } from './late-panel.tsx'
import { chooseWay, waysToPay } from './payment-links.ts'
import { isPayable, phaseOf } from './phase.ts'

/** Has the first drawing in the browser equal the server's, so that nothing is drawn again. */
export const prepareDrawn = async (given: Checkout | null | undefined, root: Element) => {
  if (!given) return
  setTimeZone('UTC', { isNamed: true })
  if (!isPayable(phaseOf(given, Date.parse(given.now)))) {
    // Without it the page still says what happened.
    await loadPanel().catch(() => undefined)
    return
  }
  const way = chooseWay(waysToPay(given), given.defaultPaymentMethod)
  if (way) keepDrawnCode(way.code, 'L', root)
}
