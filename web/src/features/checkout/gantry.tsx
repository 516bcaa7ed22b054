import { useId } from 'react'

/** The crane over the picture on a wide screen. By night its lamps light what stands below it, and nothing else. */
export const Gantry = ({ lit = false }: { lit?: boolean }) => (
  <div className="gantry" aria-hidden="true">
    <Beam />
    <Leg />
    <Leg />
    {lit && (
      <svg className="lamps" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path className="glow" d="M30 0 L100 100 H0 L30 0z M70 0 L100 100 H0z" />
      </svg>
    )}
  </div>
)

/** A truss as wide as its place. */
export const Beam = () => {
  const id = useId()
  return (
    <svg className="beam" width="100%" height="26" fill="none" aria-hidden="true">
      <pattern id={id} width="20" height="26" patternUnits="userSpaceOnUse">
        <path className="s" d="M0 22 10 5l10 17" />
      </pattern>
      <rect className="f" y="4" width="100%" height="18" />
      <rect fill={`url(#${id})`} width="100%" height="26" />
      <path className="i" d="M0 4H4000M0 22H4000" />
    </svg>
  )
}

const Leg = () => {
  const id = useId()
  return (
    <svg className="leg" width="20" height="100%" fill="none" aria-hidden="true">
      <pattern id={id} width="20" height="40" patternUnits="userSpaceOnUse">
        <path className="s" d="M4 0 16 20 4 40" />
      </pattern>
      <rect className="f" x="4" width="12" height="100%" />
      <rect fill={`url(#${id})`} width="20" height="100%" />
      <path className="i" d="M4 0V4000M16 0V4000" />
    </svg>
  )
}

export const Trolley = () => (
  <svg className="trolley" viewBox="0 0 108 13" fill="none" aria-hidden="true">
    <path className="f i" d="M4 1h100v10H4z" />
  </svg>
)

export const Spreader = () => (
  <svg className="spreader" viewBox="0 0 184 18" fill="none" aria-hidden="true">
    <path className="f i" d="M2 1h180v8H2z" />
    <path className="i" d="M9 9v8M175 9v8" />
  </svg>
)
