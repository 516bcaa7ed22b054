import type { Checkout } from '@bitquay/contract/checkout'
import { formatMoment } from '../../lib/format-date.ts'
import { pageLanguage } from '../../lib/language.ts'
import { RenewIcon } from '../../ui/shop-icons.tsx'
import { WithoutScript } from '../../ui/without-script.tsx'
import * as t from './messages.ts'
import { isPayable, type Phase } from './phase.ts'

/** Without scripts nothing counts down and nothing updates, so the page says until when to pay and loads again. */
export const CheckAgain = ({ checkout: { expiresAt, now }, phase }: { checkout: Checkout; phase: Phase }) => {
  const isDue = isPayable(phase) && phase !== 'closing'
  return (
    <WithoutScript>
      <div className="check-again stack gap-3">
        <p className="flex wraps between gap-y-0.5 gap-x-4 small muted">
          {isDue && expiresAt && <b className="ink">{t.payBefore({ time: formatMoment(expiresAt, now) })}</b>}
          <span>{t.checkedAt({ time: formatMoment(now, now) })}</span>
        </p>
        <a className="btn btn--line" href={`?lang=${pageLanguage()}`}>
          <RenewIcon />
          {t.checkAgain}
        </a>
        {isDue && <p className="hint">{t.afterYouPay}</p>}
      </div>
    </WithoutScript>
  )
}
