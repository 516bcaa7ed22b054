import { recoveryForm } from '@bitquay/contract/account-care'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Textarea } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { useStartRecovery } from './use-account-care.ts'
import { useCareAnswer } from './use-care-answer.ts'

type RecoveryDialogProps = { merchant: { id: number; storeName: string }; onClose: () => void }

/** An admin says how they checked who asks, and starts the wait. */
export const RecoveryDialog = ({ merchant: { id, storeName }, onClose }: RecoveryDialogProps) => {
  const start = useStartRecovery(id)
  const { code, told } = useCareAnswer({ title: t.recoveryStarted, description: storeName }, onClose)
  const { bind, errors, submit } = useContractForm(recoveryForm, { initial: { identityCheck: '' } })
  return (
    <FormDialog
      title={t.recoverNamed({ store: storeName })}
      purpose={t.recoverPurpose}
      confirm={t.startRecovery}
      confirming={t.starting}
      bad
      busy={start.isPending}
      onClose={onClose}
      onSubmit={submit((fields) => start.mutate({ ...fields, ...code.proof }, told))}
    >
      <div className="stack gap-5">
        <Field label={t.identityCheck} hint={t.identityCheckHint} error={errors.identityCheck}>
          <Textarea {...bind('identityCheck')} rows={3} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}
