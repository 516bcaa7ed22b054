import { useCodeForm } from '../../lib/use-code-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import * as t from './messages.ts'

type CodeDialogProps = {
  onClose: () => void
  title: string
  purpose: string
  action: string
  busyAction: string
  dangerous?: boolean
  busy: boolean
  onCode: (code: string) => void
}

/** Asks for one code from the authenticator app before something is done. It is there only while it is open. */
export const CodeDialog = ({
  onClose,
  title,
  purpose,
  action,
  busyAction,
  dangerous,
  busy,
  onCode,
}: CodeDialogProps) => {
  const { fields, errors, change, submit } = useCodeForm()
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={title}
      purpose={purpose}
      keep={busy}
      onSubmit={submit((checked) => onCode(checked.code))}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant={dangerous ? 'bad' : 'signal'} busy={busy}>
            {busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <TwoFactorField
        label={t.code}
        value={fields.code}
        error={errors.code}
        data-autofocus
        onValueChange={(value) => change('code', value)}
      />
    </Dialog>
  )
}
