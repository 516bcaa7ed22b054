import type { CSSProperties, ReactNode } from 'react'
import './lead-figure.css'

type LeadFigureProps = {
  /** How many characters the figure has. */
  length: number
  size?: 'lg' | 'md' | 'sm'
  children: ReactNode
}

/** The figure that leads a card. It is never cut: a long one is written smaller. */
export const LeadFigure = ({ length, size = 'lg', children }: LeadFigureProps) => (
  <div className="lead-box">
    <div className={`money lead lead--${size}`} style={{ '--chars': length } as CSSProperties}>
      {children}
    </div>
  </div>
)
