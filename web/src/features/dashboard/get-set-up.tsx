import { useState } from 'react'
import { useUser } from '../../lib/session.ts'
import { Block } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TaskBar } from '../../ui/task-bar.tsx'
import { focusPage } from '../../ui/use-return-focus.ts'
import './get-set-up.css'
import * as t from './messages.ts'
import type { Step } from './use-steps.ts'

/** The steps as berths on the quay line. One is current. */
export const GetSetUp = ({ steps }: { steps: readonly Step[] }) => {
  const done = steps.filter(({ isDone }) => isDone).length
  const current = steps.find(({ isDone }) => !isDone)
  const classOf = (step: Step) => (step.isDone ? 'done' : step === current ? 'now' : undefined)
  return (
    <Card
      title={t.getSetUp}
      note={t.stepsDone({ done: String(done), count: String(steps.length) })}
      bare
      aria-label={t.getSetUp}
      className="set-up"
    >
      <div className="berths stack" aria-hidden="true">
        {steps.map((step) => (
          <i key={step.name} className={classOf(step)} />
        ))}
      </div>
      <ol className="lined">
        {steps.map((step) => (
          <li key={step.name} className={classOf(step)} aria-current={step === current ? 'step' : undefined}>
            <Block shape={step.isDone ? 'solid' : step === current ? 'open' : 'dashed'} />
            <div>
              <span className="name strong">{step.name}</span>
              <span className="why small quiet">{step.why}</span>
            </div>
            {step.isDone ? (
              <span className="small quiet">{t.done}</span>
            ) : step.act ? (
              <ButtonLink size="sm" variant={step === current ? 'line' : 'ghost'} to={step.act.to}>
                {step.act.text}
              </ButtonLink>
            ) : (
              <span className="small quiet">{t.toDo}</span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** After the first payment only the next step is left, until it is hidden in this browser. */
export const NextStep = ({ steps }: { steps: readonly Step[] }) => {
  const [isHidden, hide] = useHidden(useUser().email)
  const next = steps.find(({ isDone }) => !isDone)
  if (isHidden || !next?.act) return null
  return (
    <TaskBar
      label={t.getSetUp}
      actions={
        <>
          <ButtonLink size="sm" to={next.act.to}>
            {next.act.text}
          </ButtonLink>
          <Button size="sm" variant="ghost" onClick={hide}>
            {t.hide}
          </Button>
        </>
      }
    >
      <strong>{t.nextStep({ step: next.name })}</strong> {next.why}
    </TaskBar>
  )
}

const useHidden = (email: string): [boolean, () => void] => {
  const key = `bitquay_set_up_hidden:${email}`
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(key) !== null)
  const hide = () => {
    localStorage.setItem(key, 'yes')
    setIsHidden(true)
    focusPage()
  }
  return [isHidden, hide]
}
