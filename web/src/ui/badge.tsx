import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** solid is certain, half is likely, dashed is not yet, crossed has failed, open is over. */
export type BadgeShape = 'solid' | 'half' | 'dashed' | 'crossed' | 'open'

const tones: Record<BadgeShape, string> = {
  solid: 'tone-ok',
  half: 'tone-wait',
  dashed: 'tone-wait',
  crossed: 'tone-bad',
  open: 'tone-none',
}

/** A state: shape, word and color say the same. */
export const Badge = ({ shape, children }: { shape: BadgeShape; children: ReactNode }) => (
  <span className={classNames('badge', tones[shape])}>
    <Block shape={shape} />
    {children}
  </span>
)

/** A kind, not a state: outlined, or tinted with an icon. */
export const Tag = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <span className={classNames('badge', icon ? 'tone-info' : 'tone-none badge--line')}>
    {icon}
    {children}
  </span>
)

export const Block = ({ shape }: { shape: BadgeShape }) => (
  <svg viewBox="0 0 16 13" fill="none" aria-hidden="true">
    {shape === 'solid' ? (
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M1.5 1h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1zm9.7 2.6L7 7.9 4.9 5.8 3.8 6.9 7 10.1l5.3-5.4z"
      />
    ) : (
      <rect
        x="1.25"
        y="1.75"
        width="13.5"
        height="9.5"
        rx="1"
        stroke="currentColor"
        strokeWidth="1.5"
        {...(shape === 'dashed' ? { strokeDasharray: '2.6 2' } : {})}
      />
    )}
    {shape === 'half' && <path fill="currentColor" d="M1.5 2H8v9H1.5z" />}
    {shape === 'crossed' && <path d="M5.7 4.2l4.6 4.6m0-4.6L5.7 8.8" stroke="currentColor" strokeWidth="1.5" />}
  </svg>
)
