import { reasonForm } from '@bitquay/contract/account-care'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Textarea } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { useCareAnswer } from './use-care-answer.ts'

type ReasonDialogProps = {
  title: string
  purpose: string
  confirm: string
  confirming: string
  bad?: boolean
  done: string
  storeName: string
  action: {
    isPending: boolean
    mutate: (
      body: { reason: string; twoFactorToken?: string },
      told: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void
  }
  onClose: () => void
}

/** Asks an admin for the reason and their own code. */
export const ReasonDialog = ({ action, done, storeName, onClose, ...texts }: ReasonDialogProps) => {
  const { code, told } = useCareAnswer({ title: done, description: storeName }, onClose)
  const { bind, errors, submit } = useContractForm(reasonForm, { initial: { reason: '' } })
  return (
    <FormDialog
      {...texts}
      busy={action.isPending}
      onClose={onClose}
      onSubmit={submit((fields) => action.mutate({ ...fields, ...code.proof }, told))}
    >
      <div className="stack gap-5">
        <Field label={t.reason} hint={t.reasonHint} error={errors.reason}>
          <Textarea {...bind('reason')} rows={3} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}
