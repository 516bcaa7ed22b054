import { type DepositAddress, depositAddressForm } from '@bitquay/contract/deposit-addresses'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCreateDepositAddress, useDepositAddresses } from './use-deposit-addresses.ts'

/** Addresses that stay the same for a customer, with what they received. */
export const DepositAddressesCard = ({ mayChange }: { mayChange: boolean }) => {
  const pages = useDepositAddresses()
  const [isCreating, setIsCreating] = useState(false)
  const rows = pages.data?.pages.flatMap((page) => page.rows)
  return (
    <Card
      footer={
        <>
          <span className="small quiet grow">{t.usualFee}</span>
          {mayChange && (
            <Button icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setIsCreating(true)}>
              {t.newAddress}
            </Button>
          )}
        </>
      }
    >
      <ListBody
        rows={rows}
        query={pages}
        lines={3}
        empty={<p className="muted">{t.none}</p>}
        failed={{ title: t.loadFailedTitle, sentence: t.loadFailed }}
      >
        {(shown) => (
          <div>
            {shown.map((row) => (
              <AddressRow key={row.id} row={row} />
            ))}
            <LoadMore pages={pages} />
          </div>
        )}
      </ListBody>
      {isCreating && <NewAddressDialog onClose={() => setIsCreating(false)} />}
    </Card>
  )
}

const AddressRow = ({ row: { reference, address, payments, receivedUsd } }: { row: DepositAddress }) => (
  <CopyRow label={t.addressOf({ reference })} keepsCase text={address}>
    <div className="mono what clip" title={address}>
      {address}
    </div>
    <div className="small muted">{t.received({ count: payments, amount: formatUsd(receivedUsd) })}</div>
  </CopyRow>
)

const NewAddressDialog = ({ onClose }: { onClose: () => void }) => {
  const create = useCreateDepositAddress()
  const { bind, submit, errors } = useContractForm(depositAddressForm, { initial: { reference: '' } })
  const send = submit(({ reference }) =>
    create.mutate(
      { reference },
      {
        onSuccess: (created) => {
          onClose()
          toast({ title: t.createdToast, description: t.createdSentence({ reference: created.reference }) })
        },
        onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) }),
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.newAddress}
      purpose={t.newAddressPurpose}
      confirm={t.create}
      confirming={t.creating}
      busy={create.isPending}
      onSubmit={send}
    >
      <Field label={t.reference} hint={t.referenceHint} error={errors.reference}>
        <Input {...bind('reference')} autoComplete="off" maxLength={200} />
      </Field>
    </FormDialog>
  )
}
