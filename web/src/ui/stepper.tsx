import { Check } from 'lucide-react'
import * as t from './messages.ts'

type StepperProps = {
  steps: readonly string[]
  /** From 1. One more than there are steps once all are done. */
  current: number
}

/** Berths on the quay line; it is the progress bar too. */
export const Stepper = ({ steps, current }: StepperProps) => {
  const reached = Math.min(current, steps.length)
  const progress = t.stepOf({ step: String(reached), count: String(steps.length) })
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((reached / steps.length) * 100)}
      aria-valuetext={progress}
      aria-label={progress}
    >
      <ol className="stepper stack" aria-hidden="true">
        {steps.map((step, index) => (
          <li
            key={step}
            className={index + 1 < current ? 'done' : undefined}
            aria-current={index + 1 === current ? 'step' : undefined}
          >
            {index + 1 < current ? <Check className="ico" /> : <b>{index + 1}</b>}
            <span className="only-desk">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
