import * as t from './messages.ts'
import { shareText } from './share-text.ts'

/** A share in dollars. One below a cent gets more decimals, so that it isn't shown as zero. */
export const ShareFigure = ({ amount }: { amount: string | null }) =>
  amount === null ? (
    <span className="quiet">{t.onceConfirmed}</span>
  ) : (
    <span className="usd in-amt">{shareText(amount)}</span>
  )
