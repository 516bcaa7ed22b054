import { Btc, Usd } from './figures.tsx'
import { LeadFigure } from './lead-figure.tsx'
import { formatUsd } from './money-text.ts'

/** A balance in dollars, large, with its bitcoin below. */
export const BalanceFigure = ({ usd, btc }: { usd: string; btc: string }) => (
  <>
    <LeadFigure length={formatUsd(usd).length}>
      <Usd amount={usd} />
    </LeadFigure>
    <div className="mt-1.5 text-lg muted">
      <Btc amount={btc} />
    </div>
  </>
)
