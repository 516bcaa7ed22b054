import type { Answer } from '@bitquay/contract/call'
import type { getLinkAddress } from '@bitquay/contract/lightning-addresses'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { usePrice } from '../prices/index.ts'
import { AddressFields } from './address-fields.tsx'
import { type AddressFields as Fields, findProblems, toFields, toSaved } from './address-form.ts'
import { announceSaved } from './announce-saved.ts'
import * as t from './messages.ts'
import { useLinkAddress, useSaveLinkAddress } from './use-lightning-address.ts'

type LinkAddressDialogProps = { linkId: number; onClose: () => void }

/** The Lightning Address of a payment link. */
export const LinkAddressDialog = ({ linkId, onClose }: LinkAddressDialogProps) => {
  const reading = useLinkAddress(linkId)
  const { data: price } = usePrice()
  if (reading.data && price) {
    return <AddressDialog view={reading.data} price={price.price} linkId={linkId} onClose={onClose} />
  }
  return (
    <Dialog open onOpenChange={onClose} title={t.lightningAddress} purpose={t.linkPurpose}>
      {reading.isError ? (
        <LoadError title={t.loadFailedTitle} sentence={messageOf(reading.error, t.loadFailed)} reading={reading} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  )
}

type AddressDialogProps = LinkAddressDialogProps & { view: Answer<typeof getLinkAddress>; price: number }

const AddressDialog = ({ view: { host, address }, price, linkId, onClose }: AddressDialogProps) => {
  const save = useSaveLinkAddress(linkId)
  const form = useContractForm<Fields>(findProblems(address, price), { initial: toFields(address, price) })
  const submit = form.submit((fields) =>
    save.mutate(
      toSaved(fields, address, price),
      announceSaved((sentence) => form.setError('name', sentence), onClose),
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.lightningAddress}
      purpose={t.linkPurpose}
      confirm={address ? t.save : t.create}
      confirming={t.saving}
      busy={save.isPending}
      onSubmit={submit}
    >
      <AddressFields form={form} host={host} address={address} price={price} />
    </FormDialog>
  )
}
