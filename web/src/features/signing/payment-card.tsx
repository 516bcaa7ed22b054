import type { SigningRequest } from '@bitquay/contract/signing'
import { ArrowDown, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { FirstRows } from '../../frame/first-rows.tsx'
import { shortenForPhone, shortenMiddle } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { badgeOf, stepsDone } from './describe-request.ts'
import * as t from './messages.ts'
import './signing.css'

const steps = [t.stepCreated, t.stepSign, t.stepSend]
const titles = { withdrawal: t.withdrawalTo, refund: t.refundTo, cancel: t.backTo }
const fewCoins = 6

/** How much goes where, and how far it is. */
export const PaymentCard = ({ request }: { request: SigningRequest }) => {
  const { kind, amountUsd, amountBtc, address, description, inputs } = request
  const { shape, word } = badgeOf(request)
  const done = stepsDone(request)
  return (
    <Card
      title={<span title={address}>{titles[kind]({ address: shortenForPhone(address) })}</span>}
      note={<Badge shape={shape}>{word}</Badge>}
    >
      <div className="stack gap-5">
        <div>
          <div className="money text-3xl">
            <Usd amount={`-${amountUsd}`} />
          </div>
          <div className="muted">
            <Btc amount={`-${amountBtc}`} />
          </div>
          {description && <p className="muted breaks mt-1">{description}</p>}
        </div>
        {done !== undefined && <Stepper steps={steps} current={done + 1} />}
        {inputs.length > 0 && <Ends request={request} />}
      </div>
    </Card>
  )
}

/** The coins that are spent, and where they go. Both sides have the same sum. */
const Ends = ({ request }: { request: SigningRequest }) => {
  const { inputs, address, amountBtc, change, networkFeeBtc, feeRate } = request
  return (
    <div className="signing-ends stack">
      <section>
        <h3 className="stencil">{t.fromCoins({ count: inputs.length })}</h3>
        <FirstRows rows={inputs} few={fewCoins} label={t.allCoins}>
          {(shown) => (
            <ul className="lined small">
              {shown.map(({ txid, index, amountBtc: coin }) => (
                <Line
                  key={`${txid}:${index}`}
                  name={
                    <span className="mono" title={`${txid}:${index}`}>
                      {txid.slice(0, 8)}…:{index}
                    </span>
                  }
                  amount={coin}
                />
              ))}
            </ul>
          )}
        </FirstRows>
      </section>
      <div className="quiet" aria-hidden="true">
        <ArrowRight className="ico only-desk" />
        <ArrowDown className="ico only-phone" />
      </div>
      <section>
        <h3 className="stencil">{t.to}</h3>
        <ul className="lined small">
          <Line
            name={
              <b className="mono strong" title={address}>
                {shortenMiddle(address, 8, 17)}
              </b>
            }
            amount={amountBtc}
          />
          {change && (
            <Line
              name={
                <span title={`${t.changeNumber({ number: String(change.number) })}, ${change.address}`}>
                  {t.change}
                </span>
              }
              amount={change.amountBtc}
            />
          )}
          <Line name={t.networkFee({ rate: String(feeRate) })} amount={networkFeeBtc} />
        </ul>
      </section>
    </div>
  )
}

const Line = ({ name, amount }: { name: ReactNode; amount: string | null }) => (
  <li className="across between gap-3">
    {name}
    <Btc amount={amount} />
  </li>
)
