import type { Application } from '@bitquay/contract/applications'
import { messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { fieldNames } from './field-names.ts'
import * as t from './messages.ts'
import { type Extras, useChangeApplication } from './use-applications.ts'

type Name = keyof Extras
type Typed = Record<Name, string>

const longest: Record<Name, number> = {
  averageTransactionSize: 80,
  companySize: 80,
  customerBase: 300,
  businessRegistration: 120,
  taxId: 80,
  incorporationCountry: 80,
  businessAddress: 300,
}
const names = Object.keys(longest) as Name[]

type DetailsDialogProps = { application: Application; onClose: () => void }

/** Details that the public form doesn't ask for, as an admin knows them. */
export const DetailsDialog = ({ application, onClose }: DetailsDialogProps) => {
  const change = useChangeApplication(application.id)
  const initial = Object.fromEntries(names.map((name) => [name, application[name] ?? ''])) as Typed
  const { bind, submit } = useContractForm(leaveToServer<Typed>, { initial })
  const save = submit((typed) => {
    const changed = Object.entries(typed).filter(([name, value]) => value.trim() !== initial[name as Name])
    if (changed.length === 0) return onClose()
    return change.mutate(Object.fromEntries(changed), {
      onSuccess: () => {
        onClose()
        toast({ title: t.savedToast, description: application.businessName })
      },
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.saveFailed) }),
    })
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t.editDetails}
      confirm={t.saveDetails}
      confirming={t.savingDetails}
      busy={change.isPending}
      onSubmit={save}
    >
      <div className="stack at-top gap-4 pairs">
        {names.map((name) => (
          <Field key={name} label={fieldNames[name]} optional>
            <Input maxLength={longest[name]} autoComplete="off" {...bind(name)} />
          </Field>
        ))}
      </div>
    </FormDialog>
  )
}
