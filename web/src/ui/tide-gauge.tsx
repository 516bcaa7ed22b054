import './tide-gauge.css'

type TideGaugeProps = {
  /** In the unit of the ruler. */
  level: number
  /** The draught that is needed. */
  mark: number
  /** Says the same in words. */
  label: string
}

const foot = 124
const reach = 115

/** A figure as water against a ruler, with the one mark that matters. */
export const TideGauge = ({ level, mark, label }: TideGaugeProps) => {
  const top = rulerFor(Math.max(level, mark))
  const yOf = (value: number) => foot - (reach * Math.min(value, top)) / top
  const water = yOf(level)
  return (
    <svg className="gauge" viewBox="0 0 92 132" fill="none" role="img" aria-label={label}>
      {level > 0 && (
        <>
          <path className="sea" d={`M48 ${water}q5.5-4 11 0t11 0 11 0 11 0V${foot}H48z`} />
          <path className="wave" d={`M48 ${water}q5.5-4 11 0t11 0 11 0 11 0`} />
        </>
      )}
      <path className="rule" d="M44 4V124" />
      {Array.from({ length: 11 }, (_, step) => (
        <path key={step} className="tick" d={`M${step % 2 ? 40 : 36} ${foot - (reach * step) / 10}H44`} />
      ))}
      <path className="mark" d={`M38 ${yOf(mark)}H92`} />
      {foot - yOf(mark) > 14 && (
        <text className="figure" x="32" y={foot + 4}>
          0
        </text>
      )}
      {top >= mark * 1.3 && (
        <text className="figure" x="32" y="13">
          {shortFigure(top)}
        </text>
      )}
      <text className="figure needed" x="32" y={yOf(mark) + 4}>
        {shortFigure(mark)}
      </text>
    </svg>
  )
}

/** The smallest 1, 2, 2.5 or 5 × 10ⁿ that leaves some air above. */
const rulerFor = (most: number): number => {
  for (let scale = 1; ; scale *= 10) {
    const top = [1, 2, 2.5, 5].map((step) => step * scale).find((step) => step >= most * 1.02)
    if (top) return top
  }
}

const shortFigure = (value: number) => value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 })
