import type { Answer } from '@bitquay/contract/call'
import type { getLightningAddress } from '@bitquay/contract/lightning-addresses'
import { Printer, Share2 } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { Beside } from '../../../ui/beside.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { usePrice } from '../../prices/index.ts'
import { AddressCard, LimitsCard, PaymentsCard } from '../address-cards.tsx'
import { NameField } from '../address-fields.tsx'
import { findProblems, toFields, toSaved } from '../address-form.ts'
import { announceSaved } from '../announce-saved.ts'
import * as t from '../messages.ts'
import { StickerCard } from '../sticker-card.tsx'
import { useLightningAddress, useSaveLightningAddress } from '../use-lightning-address.ts'

type View = Answer<typeof getLightningAddress>

/** The store's Lightning Address: what to hand on, what it accepts, and what came in. */
const LightningAddressPage = () => {
  const reading = useLightningAddress()
  const price = usePrice()
  const mayChange = useUser().role !== 'user'
  const address = reading.data?.address
  const failed = [reading, price].find((query) => query.isError && !query.data)
  return (
    <Page
      sentence={
        <Link className="link" to={{ pathname: portalPaths.merchant.settings, search: 'tab=payments' }}>
          {t.backToPayments}
        </Link>
      }
      actions={address && <Actions address={address.address} />}
    >
      {reading.data && price.data ? (
        address ? (
          <Loaded view={{ ...reading.data, address }} price={price.data.price} mayChange={mayChange} />
        ) : (
          <NewAddress view={reading.data} price={price.data.price} mayChange={mayChange} />
        )
      ) : (
        <Card>
          {failed ? (
            <LoadError title={t.loadFailedTitle} sentence={messageOf(failed.error, t.loadFailed)} reading={failed} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      )}
    </Page>
  )
}

const Actions = ({ address }: { address: string }) => {
  const share = () => {
    if (!navigator.share) return window.location.assign(`mailto:?body=${encodeURIComponent(address)}`)
    // Closing the list of apps is not an error.
    return navigator.share({ text: address }).catch(() => undefined)
  }
  return (
    <>
      <Button icon={<Share2 className="ico" aria-hidden="true" />} onClick={() => void share()}>
        {t.share}
      </Button>
      <Button variant="signal" icon={<Printer className="ico" aria-hidden="true" />} onClick={() => window.print()}>
        {t.printSticker}
      </Button>
    </>
  )
}

type LoadedProps = {
  view: View & { address: NonNullable<View['address']> }
  price: number
  mayChange: boolean
}

const Loaded = ({ view, price, mayChange }: LoadedProps) => {
  const cards = { ...view, price, mayChange }
  return (
    <Beside
      main={
        <>
          <AddressCard {...cards} />
          <LimitsCard {...cards} />
          <PaymentsCard />
        </>
      }
      aside={<StickerCard address={view.address} />}
    />
  )
}

type NewAddressProps = { view: View; price: number; mayChange: boolean }

/** Only the name is asked for. The rest has defaults. */
const NewAddress = ({ view: { host, available }, price, mayChange }: NewAddressProps) => {
  const save = useSaveLightningAddress()
  const form = useContractForm(findProblems(null, price), { initial: toFields(null, price) })
  const submit = form.submit((fields) =>
    save.mutate(
      toSaved(fields, null, price),
      announceSaved((sentence) => form.setError('name', sentence)),
    ),
  )
  if (!mayChange) return <Card>{t.none}</Card>
  return (
    <Form className="c7" onSubmit={submit}>
      <Card
        title={t.chooseName}
        footer={
          <>
            <span className="grow" />
            <Button type="submit" variant="signal" busy={save.isPending}>
              {save.isPending ? t.saving : t.create}
            </Button>
          </>
        }
      >
        <div className="stack gap-5">
          <p className="muted">{t.anyWallet}</p>
          {!available && <Notice>{t.unavailable}</Notice>}
          <NameField form={form} host={host} />
        </div>
      </Card>
    </Form>
  )
}

export default LightningAddressPage
