import { type FormEvent, useEffect, useRef } from 'react'
import { HomeLink } from '../../../frame/home-link.tsx'
import { paths } from '../../../frame/screens.ts'
import '../wizard.css'
import { mailto } from '../../../content/content.ts'
import { getStartedMeta, wizard as words } from '../../../content/get-started.ts'
import { Button } from '../../../ui/button.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import { BackToHome, Prose, usePageMeta } from '../../site/index.ts'
import * as t from '../messages.ts'
import { StepFields } from '../wizard/step-fields.tsx'
import { Submitted } from '../wizard/submitted.tsx'
import { useWizard, type Wizard } from '../wizard/use-wizard.ts'

const GetStartedPage = () => {
  usePageMeta(paths.getStarted, getStartedMeta)
  const wizard = useWizard()
  return (
    <div className="wizard-page">
      <header className="site across between">
        <HomeLink />
        <BackToHome />
      </header>
      <main className="site" id="main" tabIndex={-1}>
        {wizard.submitted ? (
          <Submitted onAgain={wizard.startAgain} />
        ) : (
          <div className="wizard stack at-top">
            <WizardForm wizard={wizard} />
            <WhatHappensNext />
          </div>
        )}
      </main>
    </div>
  )
}

const stepNames = words.steps.map(({ name }) => name)

const WizardForm = ({ wizard }: { wizard: Wizard }) => {
  const form = useRef<HTMLFormElement>(null)
  const title = useTitleFocus(wizard.step)
  const proceed = (event: FormEvent) => {
    event.preventDefault()
    if (wizard.submitting) return
    const refused = wizard.proceed()
    // The step with the refused field may only now be drawn.
    if (refused) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name=${refused}]`)?.focus())
  }
  const percent = (wizard.step / stepNames.length) * 100
  return (
    <form ref={form} className="card wizard-form" onSubmit={proceed} noValidate>
      <Stepper steps={stepNames} current={wizard.step} />
      <div className="across gap-4 small muted mt-4">
        <span>{t.stepOf({ step: String(wizard.step), steps: String(stepNames.length) })}</span>
        <span className="wizard-bar grow" aria-hidden="true">
          <i style={{ width: `${percent}%` }} />
        </span>
        <span>{percent}%</span>
      </div>
      <h1 className="hull" ref={title} tabIndex={-1}>
        {words.steps[wizard.step - 1]?.title}
      </h1>
      <div className="wizard-fields stack gap-5 from-top">
        <StepFields wizard={wizard} />
      </div>
      <div className="wizard-acts flex gap-3 mt-8">
        {wizard.step > 1 ? (
          <Button
            className="phone-grow"
            variant="line"
            size="lg"
            onClick={wizard.previous}
            disabled={wizard.submitting}
          >
            {t.previous}
          </Button>
        ) : null}
        <Button type="submit" variant="signal" size="lg" busy={wizard.submitting}>
          {wizard.last ? (wizard.submitting ? t.submitting : t.submit) : t.next}
        </Button>
      </div>
    </form>
  )
}

/** Moves the focus to the question of a new step, so that screen readers read it. The first step keeps the focus. */
const useTitleFocus = (step: number) => {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) title.current?.focus()
    shown.current = step
  }, [step])
  return title
}

const WhatHappensNext = () => (
  <aside className="wizard-aside muted">
    <h2>{words.aside.title}</h2>
    <ol className="lined">
      {words.aside.items.map(([name, text]) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
    <p>
      <Prose text={words.aside.cost} />
    </p>
    <p>
      {words.aside.help} <a href={mailto(words.aside.helpAddress)}>{words.aside.helpAddress}</a>
    </p>
  </aside>
)

export default GetStartedPage
