import { formatPrice } from '../../lib/format-price.ts'
import { Save } from './icons.tsx'
import * as t from './messages.ts'

export type Charging = {
  total: string
  currency: string
  isEmpty: boolean
  /** What to do first while nothing is entered. */
  emptyHint: string
  isOffline: boolean
  onCharge: () => void
  onSave: () => void
}

/** The one act of a till: it always names the sum. Without a network the sale can be saved instead. */
export const ChargeButton = ({ total, currency, isEmpty, emptyHint, isOffline, onCharge, onSave }: Charging) => (
  <>
    <button
      type="button"
      className="btn btn--signal btn--block btn--pos full"
      disabled={isEmpty || isOffline}
      aria-describedby={isOffline ? 'offline-why' : undefined}
      onClick={onCharge}
    >
      {isEmpty ? emptyHint : t.charge({ amount: formatPrice(total, currency) })}
    </button>
    {isOffline && !isEmpty && (
      <button type="button" className="btn btn--line btn--block btn--big full" onClick={onSave}>
        <Save className="ico" aria-hidden="true" />
        {t.saveForLater}
      </button>
    )}
  </>
)
