import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './berths.css'

type Berth = { key: string; name: ReactNode; state: 'done' | 'now' | 'open' }

type BerthsProps = {
  berths: readonly Berth[]
  label?: string
  /** One on top of the other on phones, the first one at the bottom. */
  stacks?: boolean
}

/** Places on the quay line. What is done is solid, what is missing is dashed. */
export const Berths = ({ berths, label, stacks = false }: BerthsProps) => (
  <ol className={classNames('berths stack small', stacks && 'berths--stack')} aria-label={label}>
    {berths.map(({ key, name, state }) => (
      <li
        key={key}
        className={classNames('across gap-2', state === 'done' && 'done', state === 'now' && 'now strong')}
        aria-current={state === 'now' ? 'step' : undefined}
      >
        {state === 'done' && <Check className="ico" aria-hidden="true" />}
        {name}
      </li>
    ))}
  </ol>
)

type BerthBarProps = {
  total: number
  /** So many are done and the next one is now, or which of them are done. */
  done: number | readonly boolean[]
}

/** Small places without names. The words beside it say the same. */
export const BerthBar = ({ total, done }: BerthBarProps) => (
  <div className="berth-bar flex" aria-hidden="true">
    {Array.from({ length: total }, (_, place) => (
      <i key={place} className={classOf(place, done)} />
    ))}
  </div>
)

const classOf = (place: number, done: BerthBarProps['done']) => {
  if (typeof done !== 'number') return done[place] ? 'done' : undefined
  return place < done ? 'done' : place === done ? 'now' : undefined
}
