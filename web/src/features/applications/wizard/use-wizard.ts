import { submitApplication } from '@bitquay/contract/applications'
import { useEffect, useState } from 'react'
import { wizard } from '../../../content/get-started.ts'
import { ask } from '../../../lib/api.ts'
import { useAction } from '../../../lib/use-action.ts'
import { dismissToast, toast, useToasts } from '../../../ui/toast-store.ts'
import { deleteDraft, emptyDraft, readDraft, saveDraft, tabStorage } from './draft.ts'
import { checkAll, checkStep, type FieldErrors, type FieldName, firstStepWith, stepFields } from './steps.ts'

/** The wizard's state: which step, what was answered, what is wrong with it, and whether it is on its way. */
export const useWizard = () => {
  const [draft, setDraft] = useState(() => readDraft(tabStorage))
  const [errors, setErrors] = useState<FieldErrors>({})
  const toasts = useToasts()
  const submission = useAction({
    /** What is said of the last attempt is no longer true of this one. */
    onMutate: () => {
      for (const { id, open } of toasts) if (open) dismissToast(id)
    },
    mutationFn: () => ask(submitApplication, { body: draft.answers }),
    onSuccess: () => deleteDraft(tabStorage),
    onError: () => toast({ kind: 'bad', title: wizard.failed.title, description: wizard.failed.text }),
  })
  useEffect(() => {
    if (!submission.isSuccess) saveDraft(tabStorage, draft)
  }, [draft, submission.isSuccess])

  const goTo = (step: number) => setDraft((before) => ({ ...before, step }))

  return {
    ...draft,
    errors,
    submitting: submission.isPending,
    submitted: submission.isSuccess,
    last: draft.step === stepFields.length,

    /** A field that was refused is checked again while it is mended; a fresh one is left alone until Continue. */
    answer: (name: FieldName, value: string) => {
      const answers = { ...draft.answers, [name]: value }
      setDraft({ ...draft, answers })
      if (errors[name]) setErrors({ ...errors, [name]: checkAll(answers)[name] })
    },

    previous: () => {
      setErrors({})
      goTo(draft.step - 1)
    },

    /** Checks this step; on the last one the whole form, then sends it. Answers the first field that is refused. */
    proceed: (): FieldName | undefined => {
      const last = draft.step === stepFields.length
      const found = last ? checkAll(draft.answers) : checkStep(draft.step, draft.answers)
      setErrors(found)
      const refused = firstStepWith(found)
      if (refused !== undefined) {
        goTo(refused)
        return stepFields[refused - 1]?.find((name) => found[name])
      }
      if (last) submission.mutate()
      else goTo(draft.step + 1)
      return undefined
    },

    startAgain: () => {
      setDraft(emptyDraft)
      setErrors({})
      submission.reset()
    },
  }
}
export type Wizard = ReturnType<typeof useWizard>
