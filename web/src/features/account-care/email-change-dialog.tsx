import { emailChangeForm } from '@bitquay/contract/account-care'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { useStartEmailChange } from './use-account-care.ts'
import { useCareAnswer } from './use-care-answer.ts'

type EmailChangeDialogProps = { merchant: { id: number; storeName: string; email: string }; onClose: () => void }

/** An admin enters the owner's new address, and starts the wait. */
export const EmailChangeDialog = ({ merchant: { id, storeName, email }, onClose }: EmailChangeDialogProps) => {
  const start = useStartEmailChange(id)
  const { code, told } = useCareAnswer({ title: t.changeStarted, description: storeName }, onClose)
  const { bind, errors, submit } = useContractForm(emailChangeForm, { initial: { newEmail: '', reason: '' } })
  return (
    <FormDialog
      title={t.changeEmail}
      purpose={t.changeEmailPurpose({ email })}
      confirm={t.startChange}
      confirming={t.starting}
      busy={start.isPending}
      onClose={onClose}
      onSubmit={submit((fields) => start.mutate({ ...fields, ...code.proof }, told))}
    >
      <div className="stack gap-5">
        <Field label={t.newEmail} error={errors.newEmail}>
          <Input {...bind('newEmail')} type="email" autoComplete="off" />
        </Field>
        <Field label={t.reason} hint={t.reasonHint} error={errors.reason}>
          <Textarea {...bind('reason')} rows={3} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}
