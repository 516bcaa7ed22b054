import type { Transaction } from '@bitquay/contract/transactions'
import { ArrowDown, ArrowRight } from 'lucide-react'
import { fillMessage } from '../../lib/fill-message.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Btc } from '../../ui/figures.tsx'
import { outputNote } from './describe-transaction.ts'
import * as t from './messages.ts'
import './transaction-ends.css'

/** What went in and what came out, each list scrolling for itself. */
export const Ends = ({ transaction }: { transaction: Transaction }) => {
  const { inputs, outputs } = transaction
  if (!inputs || !outputs) return <p className="ends-unknown muted small ruled">{t.endsUnknown}</p>
  return (
    <div className="ends stack ruled">
      <section>
        <h3 className="stencil quiet">{t.inputCount({ count: String(inputs.length) })}</h3>
        <ScrollingList name={t.inputs}>
          {inputs.map((input, index) => (
            <li className="stack small rest-auto gap-y-0 gap-x-3" key={`${input.previousTxid}-${index}`}>
              <Line address={input.address} amount={input.amount} />
              <span className="note quiet tiny">
                {fillMessage(t.fromTransaction, {
                  txid: (
                    <span className="mono" title={input.previousTxid}>
                      {shortenMiddle(input.previousTxid, 8, 20)}
                    </span>
                  ),
                })}
              </span>
            </li>
          ))}
        </ScrollingList>
      </section>
      <div className="to centered quiet" aria-hidden="true">
        <ArrowRight className="ico across" />
        <ArrowDown className="ico below" />
      </div>
      <section>
        <h3 className="stencil quiet">{t.outputCount({ count: String(outputs.length) })}</h3>
        <ScrollingList name={t.outputs}>
          {outputs.map((output) => {
            const note = outputNote(transaction, output)
            return (
              <li className="stack small rest-auto gap-y-0 gap-x-3" key={output.index}>
                <Line address={output.address} amount={output.amount} />
                <span className={note.own ? 'note own tiny' : 'note quiet tiny'}>{note.text}</span>
              </li>
            )
          })}
        </ScrollingList>
      </section>
    </div>
  )
}

/** What scrolls must be reachable by keyboard. */
const ScrollingList = ({ name, children }: { name: string; children: React.ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <ul tabIndex={0} aria-label={name}>
    {children}
  </ul>
)

const Line = ({ address, amount }: { address: string | null; amount: string }) => (
  <>
    {address ? (
      <span className="mono clip" title={address}>
        {shortenMiddle(address, 10, 22)}
      </span>
    ) : (
      <span className="muted">{t.noAddress}</span>
    )}
    <Btc amount={amount} />
  </>
)
