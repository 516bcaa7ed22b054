import type { Checkout } from '@bitquay/contract/checkout'
import { formatMoment } from '../../lib/format-date.ts'
import { pageLanguage } from '../../lib/language.ts'
import { Block } from '../../ui/badge.tsx'
import { RenewIcon } from '../../ui/shop-icons.tsx'
import { WithoutScript } from '../../ui/without-script.tsx'
import * as t from './messages.ts'
import type { Way } from './payment-links.ts'
import { isPayable, type Phase } from './phase.ts'

type CheckAgainProps = { checkout: Checkout; phase: Phase; sentence: string; way: Way | undefined }

/** Without scripts nothing counts down and nothing updates, so the page says until when to pay and loads again. */
export const CheckAgain = ({ checkout: { expiresAt, dueDate, now }, phase, sentence, way }: CheckAgainProps) => {
  const time = isPayable(phase) && phase !== 'closing' && expiresAt && formatMoment(expiresAt, now)
  return (
    <WithoutScript>
      <div className="check-again flex wraps gap-3">
        <Block shape="dashed" />
        <p className="grow stack small muted">
          <b className="ink">{sentence}</b>
          {time && <span>{dueDate ? t.priceHeldUntil({ time }) : t.payBefore({ time })}</span>}
          <span>{t.checkedAt({ time: formatMoment(now, now) })}</span>
        </p>
        <a className="btn btn--signal" href={hereWith(way)}>
          <RenewIcon />
          {t.checkAgain}
        </a>
      </div>
    </WithoutScript>
  )
}

/** This page again, in its language and with a way to pay. */
export const hereWith = (way: Way | undefined) => `?lang=${pageLanguage()}${way ? `&method=${way}` : ''}`
