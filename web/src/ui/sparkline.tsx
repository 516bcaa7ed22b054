import './sparkline.css'

type SparklineProps = {
  /** The oldest first. The last one is today. */
  values: readonly number[]
  /** What it shows, for those who don't see it. */
  label: string
}

const height = 20
const gap = 0.3

/** One column per day on the quay line. A day with little still has a mark, and one with nothing has none. */
export const Sparkline = ({ values, label }: SparklineProps) => {
  const most = Math.max(...values, 0)
  return (
    <svg
      className="spark block"
      viewBox={`0 0 ${values.length} 22`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, place) => {
        const tall = value > 0 ? Math.max(1.5, (value / most) * height) : 0
        return (
          <rect
            key={place}
            className={place === values.length - 1 ? 'now' : undefined}
            x={place + gap / 2}
            y={height - tall}
            width={1 - gap}
            height={tall}
          />
        )
      })}
      <line x1={0} x2={values.length} y1={21} y2={21} />
    </svg>
  )
}
