import { useEffect, useRef } from 'react'
import { wizard } from '../../../content/get-started.ts'
import { hero } from '../../../content/landing.ts'
import { paths } from '../../../frame/screens.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { LandedStack } from '../../../ui/harbour/landed-stack.tsx'
import * as t from '../messages.ts'

export const Submitted = ({ onAgain }: { onAgain: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="wizard-done column middle in-center">
      <LandedStack newestHeight={hero.newestBlockHeight} />
      <h1 className="hull" ref={title} tabIndex={-1}>
        {wizard.submitted.title}
      </h1>
      <p className="band-lead text-lg muted">{wizard.submitted.text}</p>
      <div className="flex wraps to-center gap-3 mt-8 phone-column phone-full">
        <ButtonLink to={paths.home} variant="signal" size="lg">
          {t.returnHome}
        </ButtonLink>
        <Button variant="line" size="lg" onClick={onAgain}>
          {t.submitAnother}
        </Button>
      </div>
    </section>
  )
}
