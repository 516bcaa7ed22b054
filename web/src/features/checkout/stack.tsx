import type { Checkout } from '@bitquay/contract/invoices'
import { formatTime } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'
import { Beam, Gantry, Spreader, Trolley } from './gantry.tsx'
import { BoltIcon } from './icons.tsx'
import * as t from './messages.ts'
import { type Berth, berthsOf, confirmationsOf, isLightningOnly, standing } from './phase.ts'

type StackProps = {
  checkout: Checkout
  /** Blocks that had landed before this page was opened: only later ones are seen landing. */
  landedBefore: number
}

/** Confirmations as containers set down on the quay, read upward; the next one hangs from the crane. */
export const Stack = ({ checkout, landedBefore }: StackProps) => {
  const landed = confirmationsOf(checkout)
  const waits = landed < checkout.confirmationsNeeded && !isLightningOnly(checkout)
  const pays = checkout.status === 'processing'
  return (
    <div className="picture">
      <Gantry lit />
      <div className="scene">
        <Beam />
        <div className="hoist" aria-hidden="true">
          <Trolley />
          <div className={classNames('ropes', !waits && 'ropes--up')} />
          <Spreader />
        </div>
        {waits && (
          <div className="hung" key={landed} aria-hidden="true">
            <span>{t.nextBlock}</span>
          </div>
        )}
        {isLightningOnly(checkout) ? (
          <LightningBlock checkout={checkout} lands={landedBefore === 0} />
        ) : (
          <ol
            className="berths"
            aria-label={t.confirmationCount({ confirmations: String(landed), needed: checkout.confirmationsNeeded })}
          >
            {berthsOf(checkout).map((berth) => (
              <BerthItem
                key={`${berth.number} ${berth.landed}`}
                berth={berth}
                pays={pays && berth.number === checkout.confirmationsNeeded}
                newest={berth.number === Math.min(landed, 6)}
                lands={berth.number > landedBefore}
              />
            ))}
          </ol>
        )}
        <div className="base" />
      </div>
    </div>
  )
}

type BerthItemProps = {
  berth: Berth /** The invoice is paid once this block lands. */
  pays: boolean
  newest: boolean
  lands: boolean
}

const BerthItem = ({ berth, pays, newest, lands }: BerthItemProps) => (
  <li className={classNames(berth.landed && 'on', berth.landed && newest && 'last', berth.landed && lands && 'lands')}>
    <b>{berth.number}</b>
    <span>
      {berth.landed
        ? berth.height === undefined
          ? t.confirmed
          : t.blockNumber({ height: berth.height.toLocaleString('en-US') })
        : pays
          ? t.confirmsHere
          : t.waitingForBlock}
    </span>
  </li>
)

/** A Lightning payment waits for no block: it is there at once, whole. */
const LightningBlock = ({ checkout, lands }: { checkout: Checkout; lands: boolean }) => {
  const at = standing(checkout).at(-1)?.seenAt
  return (
    <ol className="berths" aria-label={t.paidByLightning}>
      <li className={classNames('on last', lands && 'lands')}>
        <b>
          <BoltIcon />
        </b>
        <span>{t.lightningSettled}</span>
        {at && <span className="n">{formatTime(at)}</span>}
      </li>
    </ol>
  )
}
