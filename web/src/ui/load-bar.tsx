import type { ReactNode } from 'react'

export type LoadPart = {
  name: string
  /** Shown beside the name. */
  figure: ReactNode
  /** In any unit that all parts share; parts of nothing are not drawn. */
  weight: number
  look: 'solid' | 'striped' | 'dashed' | 'outlined' | 'ribbed'
}

type LoadBarProps = {
  parts: readonly LoadPart[]
  tall?: boolean
  /** One row per part with its figure at the right, or all in a line. None where the figures stand beside the bar. */
  legend?: 'line' | 'rows' | 'none'
}

/** The bar is for the eye; the legend carries the same to everyone. */
export const LoadBar = ({ parts, tall = false, legend = 'line' }: LoadBarProps) => (
  <div>
    <div className="load-bar flex" style={tall ? { height: '2.25rem' } : undefined} aria-hidden="true">
      {parts
        .filter((part) => part.weight > 0)
        .map((part) => (
          <i key={part.name} className={part.look} style={{ flex: part.weight }} />
        ))}
    </div>
    {legend !== 'none' && (
      <ul className={legend === 'rows' ? 'load-legend load-legend--rows' : 'load-legend'}>
        {parts.map((part) => (
          <li key={part.name}>
            <span className={`load-key ${part.look}`} aria-hidden="true" />
            {part.name}
            <b>{part.figure}</b>
          </li>
        ))}
      </ul>
    )}
  </div>
)
