import { type ReactNode, useEffect, useState } from 'react'
import * as t from './messages.ts'

const patienceMs = 300

/** Shows its children only once waiting has taken noticeable time. */
export const Delayed = ({ ms = patienceMs, children }: { ms?: number; children: ReactNode }) => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late ? children : null
}

type SkeletonProps = { width?: string; height?: string; className?: string }

/** One bar in the shape of what comes. */
export const Skeleton = ({ width = '100%', height = '0.875rem', className = '' }: SkeletonProps) => (
  <span className={`sk block ${className}`} style={{ width, height }} />
)

/** Lines of text to come; the place is kept from the start, the bars appear after a while. */
export const SkeletonLines = ({ lines = 3 }: { lines?: number }) => (
  <div role="status" aria-label={t.loading} className="stack gap-3" style={{ minHeight: `${lines * 1.625}rem` }}>
    <Delayed>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={`${[92, 68, 80, 54][line % 4]}%`} />
      ))}
    </Delayed>
  </div>
)
