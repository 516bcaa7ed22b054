import { businessTypes, monthlyVolumes } from '@bitquay/contract/applications'
import { wizard as words } from '../../../content/get-started.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { FieldName } from './steps.ts'
import type { Wizard } from './use-wizard.ts'

type StepProps = { wizard: Wizard }

/** The fields of the current step. */
export const StepFields = ({ wizard }: StepProps) => {
  const Step = steps[wizard.step - 1]
  return Step ? <Step wizard={wizard} /> : null
}

const BusinessName = ({ wizard }: StepProps) => (
  <Field
    label="Business name"
    hint="As your customers know it: invoices and the checkout show this name."
    error={wizard.errors.businessName}
  >
    <Input {...control(wizard, 'businessName')} autoComplete="organization" />
  </Field>
)

const WhatYouDo = ({ wizard }: StepProps) => (
  <>
    <Field label="Business type" error={wizard.errors.businessType}>
      <Select {...control(wizard, 'businessType')} placeholder="Select a business type">
        {businessTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
    </Field>
    <Field
      label="Business description"
      hint="What you sell, to whom, and where. A few sentences are enough."
      error={wizard.errors.businessDescription}
    >
      <Textarea {...control(wizard, 'businessDescription')} rows={5} />
    </Field>
  </>
)

const Contact = ({ wizard }: StepProps) => (
  <>
    <Field label="Contact name" error={wizard.errors.contactName}>
      <Input {...control(wizard, 'contactName')} autoComplete="name" />
    </Field>
    <div className="wizard-pair">
      <Field label="Email" error={wizard.errors.contactEmail}>
        <Input {...control(wizard, 'contactEmail')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field label="Phone" error={wizard.errors.contactPhone}>
        <Input {...control(wizard, 'contactPhone')} type="tel" autoComplete="tel" />
      </Field>
    </div>
  </>
)

const Volume = ({ wizard }: StepProps) => (
  <>
    <Field label="Monthly volume" error={wizard.errors.monthlyVolume}>
      <Select {...control(wizard, 'monthlyVolume')} placeholder="Select your monthly volume">
        {monthlyVolumes.map((volume) => (
          <option key={volume}>{volume}</option>
        ))}
      </Select>
    </Field>
    <Field label="Website" optional error={wizard.errors.website}>
      <Input
        {...control(wizard, 'website')}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://example.com"
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
