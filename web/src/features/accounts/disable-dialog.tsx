import { FormDialog } from '../../ui/form-dialog.tsx'
import * as t from './messages.ts'
import { useOwnCode } from './use-own-code.tsx'

type DisableDialogProps = { busy: boolean; onClose: () => void; onCode: (code: string) => void }

export const DisableDialog = ({ busy, onClose, onCode }: DisableDialogProps) => {
  const { submit, field, change } = useOwnCode()
  return (
    <FormDialog
      onClose={onClose}
      title={t.disable}
      purpose={t.disablePurpose}
      confirm={t.disable}
      confirming={t.disabling}
      bad
      busy={busy}
      onSubmit={submit(onCode)}
    >
      <div className="stack gap-3">
        {field({})}
        <p className="small">{change}</p>
      </div>
    </FormDialog>
  )
}
