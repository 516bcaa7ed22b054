import { useState } from 'react'
import { checkCode } from '../../lib/use-code-form.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import { checkRecoveryCode } from './check-recovery-code.ts'
import * as t from './messages.ts'

type DisableDialogProps = { busy: boolean; onClose: () => void; onCode: (code: string) => void }

/** Asks for a code from the app, or a recovery code of who has lost the phone. */
export const DisableDialog = ({ busy, onClose, onCode }: DisableDialogProps) => {
  const [recovering, setRecovering] = useState(false)
  const { fields, bind, errors, change, submit } = useContractForm(recovering ? checkRecoveryCode : checkCode, {
    initial: { code: '' },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t.disable}
      purpose={t.disablePurpose}
      confirm={t.disable}
      confirming={t.disabling}
      bad
      busy={busy}
      onSubmit={submit(({ code }) => onCode(code.trim()))}
    >
      <div className="stack gap-3">
        {recovering ? (
          <Field label={t.recoveryCode} error={errors.code}>
            <Input
              className="mono"
              {...bind('code')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              data-autofocus
            />
          </Field>
        ) : (
          <TwoFactorField
            label={t.code}
            value={fields.code}
            onValueChange={(value) => change('code', value)}
            error={errors.code}
            data-autofocus
          />
        )}
        <p className="small">
          <button
            type="button"
            className="link"
            onClick={() => {
              setRecovering(!recovering)
              change('code', '')
            }}
          >
            {recovering ? t.otherMethodApp : t.otherMethodRecovery}
          </button>
        </p>
      </div>
    </FormDialog>
  )
}
