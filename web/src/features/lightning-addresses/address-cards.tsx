import type { LightningAddress } from '@bitquay/contract/lightning-addresses'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatActivity } from '../../lib/format-date.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { Tile } from '../../ui/tile.tsx'
import { LimitFields } from './address-fields.tsx'
import { type AddressFields, findProblems, toFields, toSaved } from './address-form.ts'
import { announceSaved } from './announce-saved.ts'
import * as t from './messages.ts'
import { NameDialog } from './name-dialog.tsx'
import { useLightningPayments, useSaveLightningAddress } from './use-lightning-address.ts'

type AddressCardProps = {
  address: LightningAddress
  host: string
  /** Whether the store can be paid over Lightning now. */
  available: boolean
  price: number
  mayChange: boolean
}

/** Saves what a switch changes, at once. */
const useSwitch = ({ address, price }: AddressCardProps) => {
  const save = useSaveLightningAddress()
  const fields = toFields(address, price)
  return {
    fields,
    isPending: save.isPending,
    change: (changed: Partial<AddressFields>) =>
      save.mutate(
        toSaved({ ...fields, ...changed }, address, price),
        announceSaved(() => undefined),
      ),
  }
}

/** What to hand on, and how much came in. */
export const AddressCard = (props: AddressCardProps) => {
  const { address, host, available, price, mayChange } = props
  const { fields, change, isPending } = useSwitch(props)
  const [isRenaming, setIsRenaming] = useState(false)
  const { data } = useLightningPayments()
  return (
    <Card bare aria-label={t.yourAddress}>
      <div className="pad stack gap-5">
        <div className="cluster between gap-3">
          <div className="min-w-0">
            <span className="stencil">{t.yourAddress}</span>
            <div className="money text-2xl breaks">{address.address}</div>
            <span className="small muted">{t.anyWallet}</span>
          </div>
          <div className="cluster gap-2">
            <CopyButton label={t.lightningAddress} text={address.address}>
              {t.copy}
            </CopyButton>
            {mayChange && <Button onClick={() => setIsRenaming(true)}>{t.changeName}</Button>}
          </div>
        </div>
        {!available && <Notice>{t.unavailable}</Notice>}
        <SwitchRow
          name={t.accepting}
          hint={t.acceptingHint}
          checked={fields.active}
          disabled={!mayChange || isPending}
          onChange={(active) => change({ active })}
        />
      </div>
      <div className="tiles stack ruled">
        <Tile label={t.thisMonth} figure={<Usd amount={data?.month.usd} />} />
        <Tile label={t.payments} figure={data?.month.payments ?? '—'} />
        <Tile label={t.usual} figure={<Usd amount={data?.month.usualUsd} />} />
      </div>
      {isRenaming && <NameDialog address={address} host={host} price={price} onClose={() => setIsRenaming(false)} />}
    </Card>
  )
}

export const LimitsCard = (props: AddressCardProps) => {
  const { address, price, mayChange } = props
  const { fields: saved, change, isPending } = useSwitch(props)
  const save = useSaveLightningAddress()
  const form = useContractForm<AddressFields>(findProblems(address, price), { current: saved })
  const { fields } = form
  const unsaved = [
    ...(fields.minUsd === saved.minUsd ? [] : [t.unsavedSmallest]),
    ...(fields.maxUsd === saved.maxUsd ? [] : [t.unsavedLargest]),
  ]
  const submit = form.submit((checked) =>
    save.mutate(
      toSaved({ ...saved, minUsd: checked.minUsd, maxUsd: checked.maxUsd }, address, price),
      announceSaved(() => undefined),
    ),
  )
  return (
    <Form onSubmit={submit}>
      <Card
        title={t.limits}
        aria-label={t.limits}
        footer={
          unsaved.length > 0 && (
            <>
              <span className="small quiet grow">{t.unsaved({ fields: unsaved.join(', ') })}</span>
              <Button onClick={() => form.reset(saved)}>{t.discard}</Button>
              <Button type="submit" busy={save.isPending}>
                {save.isPending ? t.saving : t.save}
              </Button>
            </>
          )
        }
      >
        <div className="stack gap-5">
          <LimitFields form={form} address={address} price={price} readOnly={!mayChange} />
          <p className="small quiet">{t.limitsFixed}</p>
          <SwitchRow
            name={t.comments}
            hint={t.commentsHint}
            checked={saved.comments}
            disabled={!mayChange || isPending}
            onChange={(comments) => change({ comments })}
          />
          {!mayChange && <Notice>{t.managersOnly}</Notice>}
        </div>
      </Card>
    </Form>
  )
}

/** What the payer wrote comes first: it says what a payment was for. */
export const PaymentsCard = () => {
  const reading = useLightningPayments()
  const now = useNow(60_000)
  return (
    <Card
      title={t.recent}
      aria-label={t.recent}
      bare
      note={
        <Link className="link small" to={portalPaths.merchant.transactions}>
          {t.viewAll}
        </Link>
      }
    >
      <ListBody
        rows={reading.data?.recent}
        query={reading}
        lines={4}
        failed={{ title: t.recentFailed, sentence: t.loadFailed }}
        empty={<p className="pad muted">{t.noPayments}</p>}
      >
        {(payments) => (
          <ul className="rows mt-3 ruled">
            {payments.map(({ note, usd, at }, index) => (
              <li className="auto-rest-auto" key={`${at} ${index}`}>
                <span className="dir centered text-ok">
                  <Zap aria-hidden="true" />
                </span>
                <div className="min-w-0">
                  <div className="strong breaks">{note ? t.quoted({ note }) : t.noNote}</div>
                  <div className="small muted">{formatActivity(at, now)}</div>
                </div>
                <Usd amount={usd} signed className="in-amt strong" />
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </Card>
  )
}
