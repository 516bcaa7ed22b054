import { computeSale } from '@bitquay/contract/tills.amounts'
import { formatPrice } from '../../lib/format-price.ts'
import * as t from './messages.ts'

type Props = {
  label: string
  none: string
  percents: readonly number[]
  chosen: number
  /** What the percents are of. */
  base: string
  currency: string
  onChoose: (percent: number) => void
}

/** Percents with what each comes to. */
export const PercentChoice = ({ label, none, percents, chosen, base, currency, onChoose }: Props) => (
  <div className="tips stack gap-2" role="group" aria-label={label} data-count={percents.length + 1}>
    <button type="button" aria-pressed={chosen === 0} onClick={() => onChoose(0)}>
      {none}
    </button>
    {percents.map((percent) => (
      <button key={percent} type="button" aria-pressed={chosen === percent} onClick={() => onChoose(percent)}>
        {t.percent({ percent: String(percent) })}
        <small className="small muted">{formatPrice(partOf(base, percent, currency), currency)}</small>
      </button>
    ))}
  </div>
)

const partOf = (base: string, percent: number, currency: string) =>
  computeSale({
    currency,
    lines: [{ price: base, quantity: 1 }],
    pricesIncludeTax: false,
    discountPercent: 0,
    tipPercent: percent,
  })?.tip ?? '0'
