import type { ReactNode } from 'react'
import './stacks.css'

type Stack = {
  /** Below the line. */
  name: string
  /** Above the stack. */
  figure: ReactNode
  /** How many containers, with a fraction for the last. */
  landed: number
  /** Not certain yet: dashed, on top. */
  waiting: number
  /** The column that is still growing. */
  now?: boolean
}

type StacksProps = {
  stacks: readonly Stack[]
  legend: readonly { key: 'landed' | 'now' | 'waiting'; text: ReactNode }[]
}

const containerPx = 14

/** Stacks on the quay line. It is for the eye: whoever draws it also gives a table. */
export const Stacks = ({ stacks, legend }: StacksProps) => (
  <div aria-hidden="true">
    <div
      className={stacks.every(isEmpty) ? 'stacks stacks--empty' : 'stacks'}
      style={{ gridTemplateColumns: `repeat(${stacks.length}, 1fr)` }}
    >
      {stacks.map((stack) => (
        <div key={stack.name} className={stack.now ? 'col now' : 'col'}>
          <div className="val">{stack.figure}</div>
          {containersOf(stack.waiting, 5).map((height, index) => (
            <div key={`w${index}`} className="u open" style={{ height }} />
          ))}
          {containersOf(stack.landed, 2).map((height, index) => (
            <div key={`l${index}`} className="u" style={{ height }} />
          ))}
        </div>
      ))}
      {stacks.map((stack) => (
        <div key={stack.name} className={stack.now ? 'day now' : 'day'}>
          {stack.name}
        </div>
      ))}
    </div>
    <ul className="load-legend">
      {legend.map(({ key, text }) => (
        <li key={key}>
          <span className={`stack-key ${key}`} />
          {text}
        </li>
      ))}
    </ul>
  </div>
)

const isEmpty = ({ landed, waiting }: Stack) => landed === 0 && waiting === 0

/** Heights from the top down: the broken container lies on the whole ones. A trace stays visible. */
const containersOf = (count: number, leastPx: number): number[] => {
  const whole = Math.floor(count)
  const rest = count - whole
  return [
    ...(rest > 0 ? [Math.max(leastPx, Math.round(rest * containerPx))] : []),
    ...Array.from({ length: whole }, () => containerPx),
  ]
}
