import type { Answer } from '@bitquay/contract/call'
import type { getLightningAddress } from '@bitquay/contract/lightning-addresses'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { AddressCode } from './address-code.tsx'
import { AddressFields } from './address-fields.tsx'
import { type AddressFields as Fields, findProblems, toFields, toSaved } from './address-form.ts'
import { announceSaved } from './announce-saved.ts'
import * as t from './messages.ts'
import { useLightningAddress, useSaveLightningAddress } from './use-lightning-address.ts'

type LightningAddressCardProps = { shopName: string; mayChange: boolean }

/** The store's Lightning Address: what to hand on, and what it accepts. */
export const LightningAddressCard = (props: LightningAddressCardProps) => {
  const reading = useLightningAddress()
  if (reading.data) return <AddressCard view={reading.data} {...props} />
  return (
    <Card>
      {reading.isError ? (
        <LoadError title={t.loadFailedTitle} sentence={messageOf(reading.error, t.loadFailed)} reading={reading} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Card>
  )
}

type AddressCardProps = LightningAddressCardProps & { view: Answer<typeof getLightningAddress> }

const AddressCard = ({ view: { host, available, address }, shopName, mayChange }: AddressCardProps) => {
  const save = useSaveLightningAddress()
  const current = toFields(address)
  const form = useContractForm<Fields>(findProblems, { current })
  const isChanged = JSON.stringify(form.fields) !== JSON.stringify(current)
  const submit = form.submit((fields) =>
    save.mutate(
      toSaved(fields),
      announceSaved((sentence) => form.setError('name', sentence)),
    ),
  )
  if (!mayChange && !address) return <Card>{t.none}</Card>
  return (
    <Form onSubmit={submit}>
      <Card
        footer={
          mayChange &&
          (isChanged || !address) && (
            <>
              <span className="small quiet grow">{address && t.unsaved}</span>
              {address && <Button onClick={() => form.reset(current)}>{t.discard}</Button>}
              <Button type="submit" variant="signal" busy={save.isPending}>
                {save.isPending ? t.saving : address ? t.save : t.create}
              </Button>
            </>
          )
        }
      >
        <div className="stack gap-5">
          {!available && <Notice>{t.unavailable}</Notice>}
          {address && <AddressCode address={address} shopName={shopName} />}
          <AddressFields form={form} host={host} readOnly={!mayChange} />
          {!mayChange && <Notice>{t.managersOnly}</Notice>}
        </div>
      </Card>
    </Form>
  )
}
