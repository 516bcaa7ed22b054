import type { ComponentProps } from 'react'
import { useUser } from '../lib/session.ts'
import { useCodeForm } from '../lib/use-code-form.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CodeField } from './code-field.tsx'

type CodeDialogProps = Omit<ComponentProps<typeof FormDialog>, 'onSubmit' | 'disabled'> & {
  /** What a merchant without 2FA reads instead. Left out where everyone has it. */
  needed?: string
  hint?: string
  /** Gets six digits. `refuse` shows at the field what the server found wrong. */
  onCode: (code: string, refuse: (sentence: string) => void) => void
}

/** Asks for one code from the authenticator app before something is done. */
export const CodeDialog = ({ needed, hint, onCode, children, ...dialog }: CodeDialogProps) => {
  const { twoFactorEnabled } = useUser()
  const { fields, errors, change, setError, submit } = useCodeForm()
  return (
    <FormDialog
      {...dialog}
      disabled={needed !== undefined && !twoFactorEnabled}
      onSubmit={submit(({ code }) => onCode(code, (sentence) => setError('code', sentence)))}
    >
      <div className="stack gap-5">
        {children}
        <CodeField
          needed={needed}
          hint={hint}
          value={fields.code}
          error={errors.code}
          onValueChange={(value) => change('code', value)}
          // What is above the code comes first: to read, or to fill in.
          {...(children ? {} : { 'data-autofocus': true })}
        />
      </div>
    </FormDialog>
  )
}
