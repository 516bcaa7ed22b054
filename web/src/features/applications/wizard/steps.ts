import { type ApplicationForm, applicationForm } from '@bitquay/contract/applications'

export type FieldName = keyof ApplicationForm
export type Answers = Record<FieldName, string>
export type FieldErrors = Partial<Record<FieldName, string>>

/** The fields of each step, in the order of the page. */
export const stepFields: readonly (readonly FieldName[])[] = [
  ['businessName'],
  ['businessType', 'businessDescription'],
  ['contactName', 'contactEmail', 'contactPhone'],
  ['monthlyVolume', 'website'],
]

export const noAnswers: Answers = {
  businessName: '',
  businessType: '',
  businessDescription: '',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  monthlyVolume: '',
  website: '',
}

/** What is wrong with the answers to one step (from 1); the others are not looked at. */
export const checkStep = (step: number, answers: Answers): FieldErrors => {
  const errors = checkAll(answers)
  const asked = stepFields[step - 1] ?? []
  return Object.fromEntries(asked.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])))
}

/** What is wrong with the whole form, one sentence for each field. */
export const checkAll = (answers: Answers): FieldErrors => {
  const errors: FieldErrors = {}
  for (const issue of applicationForm.safeParse(answers).error?.issues ?? []) {
    const name = issue.path[0] as FieldName
    errors[name] ??= issue.message
  }
  return errors
}

/** The first step (from 1) that has an error, if any has. */
export const firstStepWith = (errors: FieldErrors): number | undefined => {
  const index = stepFields.findIndex((names) => names.some((name) => errors[name]))
  return index < 0 ? undefined : index + 1
}
