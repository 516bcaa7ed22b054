import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import * as t from './messages.ts'

type ReviewSectionProps = { title: string; note?: string; left: number; children: ReactNode }

/** A part of the review: how many items are left to decide, and the items. */
export const ReviewSection = ({ title, note, left, children }: ReviewSectionProps) => (
  <Card
    bare
    aria-label={title}
    className="review-section"
    title={
      <>
        {title}
        <Badge shape={left > 0 ? 'dashed' : 'solid'}>{left > 0 ? t.left({ count: formatCount(left) }) : t.done}</Badge>
      </>
    }
    {...(note === undefined ? {} : { note })}
  >
    {children}
  </Card>
)

type ReviewRowProps = { title: ReactNode; line: ReactNode; isDecided: boolean; acts: ReactNode }

/** One item. A decided one stays in its place until the review ends. */
export const ReviewRow = ({ title, line, isDecided, acts }: ReviewRowProps) => (
  <div className={classNames('review-row stack middle rest-auto gap-y-2 gap-x-4 ruled', isDecided && 'is-decided')}>
    <div>
      <b className="medium breaks">{title}</b>
      <span className="block small muted breaks">{line}</span>
    </div>
    <div className="acts across gap-2">{acts}</div>
  </div>
)
