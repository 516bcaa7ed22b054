import { businessTypes, monthlyVolumes } from '@bitquay/contract/applications'
import { wizard as words } from '../../../content/get-started.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../messages.ts'
import type { FieldName } from './steps.ts'
import type { Wizard } from './use-wizard.ts'

type StepProps = { wizard: Wizard }

/** The fields of the current step. */
export const StepFields = ({ wizard }: StepProps) => {
  const Step = steps[wizard.step - 1]
  return Step ? <Step wizard={wizard} /> : null
}

const BusinessName = ({ wizard }: StepProps) => (
  <Field label={t.businessName} hint={t.businessNameHint} error={wizard.errors.businessName}>
    <Input {...control(wizard, 'businessName')} autoComplete="organization" />
  </Field>
)

const WhatYouDo = ({ wizard }: StepProps) => (
  <>
    <Field label={t.businessType} error={wizard.errors.businessType}>
      <Select {...control(wizard, 'businessType')} placeholder={t.selectBusinessType}>
        {businessTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
    </Field>
    <Field label={t.businessDescription} hint={t.businessDescriptionHint} error={wizard.errors.businessDescription}>
      <Textarea {...control(wizard, 'businessDescription')} rows={5} />
    </Field>
  </>
)

const Contact = ({ wizard }: StepProps) => (
  <>
    <Field label={t.contactName} error={wizard.errors.contactName}>
      <Input {...control(wizard, 'contactName')} autoComplete="name" />
    </Field>
    <div className="stack columns-2 phone-single gap-5">
      <Field label={t.email} error={wizard.errors.contactEmail}>
        <Input {...control(wizard, 'contactEmail')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field label={t.phone} error={wizard.errors.contactPhone}>
        <Input {...control(wizard, 'contactPhone')} type="tel" autoComplete="tel" />
      </Field>
    </div>
  </>
)

const Volume = ({ wizard }: StepProps) => (
  <>
    <Field label={t.monthlyVolume} error={wizard.errors.monthlyVolume}>
      <Select {...control(wizard, 'monthlyVolume')} placeholder={t.selectMonthlyVolume}>
        {monthlyVolumes.map((volume) => (
          <option key={volume}>{volume}</option>
        ))}
      </Select>
    </Field>
    <Field label={t.website} optional error={wizard.errors.website}>
      <Input
        {...control(wizard, 'website')}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder={t.websiteExample}
      />
    </Field>
    <Notice>{words.reviewNote}</Notice>
  </>
)

const steps = [BusinessName, WhatYouDo, Contact, Volume]

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const control = ({ answers, answer }: Wizard, name: FieldName) => ({
  name,
  value: answers[name],
  onChange: (event: { currentTarget: Control }) => answer(name, event.currentTarget.value),
})
