import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useTests } from './use-doctor.ts'

/** Sends an email and creates an invoice, so it asks first. */
export const TestDialog = ({ onClose }: { onClose: () => void }) => {
  const code = useAdminCode()
  const tests = useTests()
  const run = () =>
    tests.mutate(code.proof, {
      onSuccess: () => {
        code.answered()
        onClose()
      },
      onError: (error) => {
        if (!code.answered(error))
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.testFailed) })
      },
    })
  return (
    <FormDialog
      onClose={onClose}
      title={t.testTitle}
      purpose={t.testPurpose}
      confirm={t.testConfirm}
      busy={tests.isPending}
      onSubmit={run}
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
