import { messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { useCodeForm } from '../../lib/use-code-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { isAboutCode, OwnCode } from './own-code.tsx'

type Action = {
  isPending: boolean
  mutate: (code: string, told: { onSuccess: () => void; onError: (error: unknown) => void }) => void
}

type CodeDialogProps = {
  title: string
  purpose: string
  confirm: string
  confirming: string
  /** Takes something away. */
  bad?: boolean
  action: Action
  /** What the toast says afterwards. */
  done: { title: string; description: string }
  failed: string
  onClose: () => void
}

/** Asks for a code before a change of the team. */
export const CodeDialog = (props: CodeDialogProps) => {
  const { title, purpose, confirm, confirming, bad = false, action, done, failed, onClose } = props
  const { twoFactorEnabled } = useUser()
  const { fields, errors, change, setError, submit } = useCodeForm()
  const send = submit(({ code }) =>
    action.mutate(code, {
      onSuccess: () => {
        onClose()
        toast(done)
      },
      onError: (error) => {
        if (isAboutCode(error)) setError('code', error.message)
        else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, failed) })
      },
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={title}
      purpose={purpose}
      keep={action.isPending}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <Button type="submit" variant={bad ? 'bad' : 'signal'} busy={action.isPending} disabled={!twoFactorEnabled}>
            {action.isPending ? confirming : confirm}
          </Button>
        </>
      }
    >
      <OwnCode value={fields.code} error={errors.code} onChange={(code) => change('code', code)} startsHere />
    </Dialog>
  )
}
