import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type BadgeShape, Block } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ExplorerLink } from '../../transactions/index.ts'

type MatchRowProps = { record: ReactNode; wallet: ReactNode; acts: ReactNode; isDecided?: boolean }

/** Our record, the wallet's transaction and the decision. */
export const MatchRow = ({ record, wallet, acts, isDecided = false }: MatchRowProps) => (
  <div className={classNames('match-row stack middle gap-y-2 gap-x-4 phone-single ruled', isDecided && 'is-decided')}>
    <div>{record}</div>
    <ArrowRight className="ico quiet" aria-hidden="true" />
    <div>{wallet}</div>
    <div className="acts across gap-1.5">{acts}</div>
  </div>
)

const tones: Partial<Record<BadgeShape, string>> = { solid: 'text-ok', half: 'text-wait' }

/** How well a transaction fits: solid the same address, half the same amount only, dashed none. */
export const Fit = ({ shape, children }: { shape: BadgeShape; children: ReactNode }) => (
  <span className={`fit across small medium gap-1.5 ${tones[shape] ?? 'muted'}`}>
    <Block shape={shape} />
    {children}
  </span>
)

/** A hash, short enough for a row. */
export const Hash = ({ text }: { text: string }) => (
  <span className="mono small" title={text}>
    {text.slice(0, 12)}…{text.slice(-4)}
  </span>
)

export const Txid = ({ txid }: { txid: string }) => (
  <ExplorerLink txid={txid}>
    <Hash text={txid} />
  </ExplorerLink>
)
