import { gapWarning, type OwnKeys, usualGapLimit } from '@bitquay/contract/own-keys'
import { messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useLookAhead } from './use-own-keys.ts'

type Receiving = NonNullable<OwnKeys['receiving']>

/** Which number the next address has, and whether the owner’s own wallet would still find a payment to it. */
export const AddressesCard = ({ receiving, hasExplorer }: { receiving: Receiving; hasExplorer: boolean }) => {
  const { next, lastPaid, unpaid } = receiving
  return (
    <Card title={t.addressesTitle} aria-label={t.addressesTitle}>
      <div className="stack gap-4">
        <p className="strong">{t.nextNumber({ number: String(next) })}</p>
        <p className="small muted across between">
          <span>{lastPaid === null ? t.nonePaid : t.lastPaid({ number: String(lastPaid) })}</span>
          <span>{t.unpaidSince({ count: unpaid })}</span>
          <span>{t.usualLimit({ limit: String(usualGapLimit) })}</span>
        </p>
        {unpaid >= gapWarning && (
          <Notice kind="wait">
            <b>{unpaid >= usualGapLimit ? t.gapOver : t.gapSoon({ left: usualGapLimit - unpaid })}</b>{' '}
            {t.gapHow({ limit: String(usualGapLimit) })}
          </Notice>
        )}
        {hasExplorer && <Look />}
      </div>
    </Card>
  )
}

const Look = () => {
  const mayLook = useUser().role !== 'user'
  const look = useLookAhead()
  const act = () =>
    look.mutate(undefined, {
      onError: (error) => toast({ kind: 'bad', title: t.lookFailed, description: messageOf(error, t.lookFailed) }),
    })
  if (!mayLook) return null
  const range = look.data && { first: String(look.data.first), last: String(look.data.last) }
  return (
    <>
      {look.data && range && (
        <div role="status">
          <p className="small">{look.data.found.length === 0 ? t.foundNone(range) : t.foundSome(range)}</p>
          <ul className="lined">
            {look.data.found.map(({ number, address }) => (
              <li key={address}>
                <div className="stencil">{t.addressNumber({ number: String(number) })}</div>
                <GroupedAddress address={address} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button busy={look.isPending} onClick={act}>
          {look.isPending ? t.looking : t.look}
        </Button>
      </div>
    </>
  )
}
