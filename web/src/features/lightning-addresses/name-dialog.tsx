import type { LightningAddress } from '@bitquay/contract/lightning-addresses'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NameField } from './address-fields.tsx'
import { findProblems, toFields, toSaved } from './address-form.ts'
import { announceSaved } from './announce-saved.ts'
import * as t from './messages.ts'
import { useSaveLightningAddress } from './use-lightning-address.ts'

type NameDialogProps = { address: LightningAddress; host: string; price: number; onClose: () => void }

export const NameDialog = ({ address, host, price, onClose }: NameDialogProps) => {
  const save = useSaveLightningAddress()
  const form = useContractForm(findProblems(address, price), { initial: toFields(address, price) })
  const submit = form.submit((fields) =>
    save.mutate(
      toSaved(fields, address, price),
      announceSaved((sentence) => form.setError('name', sentence), onClose),
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.changeName}
      purpose={t.changeNamePurpose}
      confirm={t.save}
      confirming={t.saving}
      busy={save.isPending}
      onSubmit={submit}
    >
      <NameField form={form} host={host} />
    </FormDialog>
  )
}
