import { reauthenticate, reauthenticateForm } from '@bitquay/contract/accounts'
import { ask } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useAction } from '../../lib/use-action.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/input.tsx'
import * as t from './messages.ts'

/** Asks for the password before something that a stolen session must not do. */
export const PasswordDialog = ({ onEnd }: { onEnd: (confirmed: boolean) => void }) => {
  const check = useAction({ mutationFn: (body: { password: string }) => ask(reauthenticate, { body }) })
  const { register, errors, setError, submit } = useContractForm(reauthenticateForm, { initial: { password: '' } })
  const send = submit((body) =>
    check.mutate(body, {
      onSuccess: () => onEnd(true),
      onError: (error) => setError('password', messageOf(error, t.passwordNotChecked)),
    }),
  )
  return (
    <FormDialog
      onClose={() => onEnd(false)}
      title={t.confirmPassword}
      purpose={t.confirmPasswordPurpose}
      confirm={t.continueButton}
      confirming={t.checking}
      busy={check.isPending}
      onSubmit={send}
    >
      <Field label={t.password} error={errors.password}>
        <PasswordInput {...register('password')} autoComplete="current-password" data-autofocus />
      </Field>
    </FormDialog>
  )
}
