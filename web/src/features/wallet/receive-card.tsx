import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { toQrText } from '../../lib/qr-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Btc } from '../../ui/figures.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Input } from '../../ui/input.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { usePrice } from '../prices/index.ts'
import * as t from './messages.ts'
import './receive-card.css'
import { convertTyped, createReceiveLink } from './receive-link.ts'
import { useCreateReceiveAddress, useReceiveAddress } from './use-wallet.ts'

/** The wallet's own address, with a code to scan. */
export const ReceiveCard = () => {
  const current = useReceiveAddress()
  return (
    <Card title={t.receive} aria-label={t.receive}>
      {current.data ? (
        <Receive address={current.data.address} />
      ) : current.isError ? (
        <LoadError title={t.addressFailed} sentence={messageOf(current.error, t.moneySafe)} reading={current} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Card>
  )
}

const Receive = ({ address }: { address: string }) => {
  const [typed, setTyped] = useState('')
  const { data: price } = usePrice()
  const { btc, invalid } = convertTyped(typed, price?.price)
  return (
    <div className="receive stack">
      <div className="code centered tiny quiet">
        <QrCode
          text={toQrText(createReceiveLink(address, btc))}
          label={btc === undefined ? t.receiveQr : t.receiveQrAmount}
        />
      </div>
      <Field
        label={t.amountUsd}
        optional
        error={invalid && t.amountInvalid}
        hint={btc !== undefined && <Btc amount={btc} />}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="where">
        <GroupedAddress address={address} />
      </div>
      <div className="acts stack gap-2 phone-single">
        <CopyButton label={t.receiveAddress} text={address}>
          {t.copyAddress}
        </CopyButton>
        <NewAddress />
      </div>
      <p className="small muted">
        {fillMessage(t.depositsFree, {
          link: <Link to={`${portalPaths.merchant.invoices}?create`}>{t.createAnInvoice}</Link>,
        })}
      </p>
    </div>
  )
}

const NewAddress = () => {
  const create = useCreateReceiveAddress()
  const act = () =>
    create.mutate(undefined, {
      onSuccess: () => toast({ title: t.newAddressToast, description: t.newAddressSentence }),
      onError: (error) =>
        toast({ kind: 'bad', title: t.newAddressFailedToast, description: messageOf(error, t.addressFailed) }),
    })
  return (
    <Button busy={create.isPending} icon={<RefreshCw className="ico" aria-hidden="true" />} onClick={act}>
      {t.newAddress}
    </Button>
  )
}
