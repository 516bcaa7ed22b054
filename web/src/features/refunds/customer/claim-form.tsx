import type { NetworkName, RefundAttempt } from '@bitquay/contract/checkout.pages'
import { claimRefund, type RefundClaim } from '@bitquay/contract/refunds'
import { lendAddress } from '@bitquay/contract/sandbox'
import { type FormEvent, useEffect, useState } from 'react'
import { Price } from '../../../frame/price.tsx'
import { ask } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { type AddressResult, checkAddress } from '../../../lib/check-address.ts'
import { formatPrice } from '../../../lib/format-price.ts'
import { pageLanguage } from '../../../lib/language.ts'
import { servedMode } from '../../../lib/mode.ts'
import { Btc } from '../../../ui/figures.tsx'
import { ValidIcon, WarningIcon } from '../../../ui/shop-icons.tsx'
import * as t from './messages.ts'

type ClaimFormProps = {
  token: string
  claim: RefundClaim
  attempt: RefundAttempt
  network: NetworkName
  onClaim: (claim: RefundClaim) => void
}

/** Asks where to send the refund. The server checks the address for real. Without a script the form is sent to the page. */
export const ClaimForm = ({ token, claim, attempt, network, onClaim }: ClaimFormProps) => {
  const [address, setAddress] = useState(attempt.address ?? '')
  const [problem, setProblem] = useState(attempt.problem)
  const [isBusy, setIsBusy] = useState(false)
  const change = (value: string) => {
    // Wallets also copy an address as a link.
    setAddress(value.replace(/^\s*bitcoin:([^?]+).*$/i, '$1'))
    setProblem(undefined)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wanted = address.trim()
    if (wanted === '') return setProblem(t.addressMissing)
    setIsBusy(true)
    try {
      onClaim(await ask(claimRefund, { body: { token, address: wanted } }))
    } catch (failure) {
      setProblem(messageOf(failure, t.claimFailed))
    }
    setIsBusy(false)
  }
  return (
    <form className="form-card" method="post" noValidate onSubmit={(event) => void send(event)}>
      <div className="field">
        <div className="lab">
          <label htmlFor="address">{t.yourAddress}</label>
          {servedMode() !== 'live' && <TestAddress onAddress={change} />}
        </div>
        <input
          className="input mono"
          id="address"
          name="address"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={address}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && 'address-error'}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        {problem ? (
          <span className="err" id="address-error" role="alert">
            <WarningIcon />
            {problem}
          </span>
        ) : (
          <AddressCheck address={address} network={network} />
        )}
      </div>
      <Sum refund={claim} />
      <button type="submit" className="btn btn--signal btn--lg btn--block" aria-busy={isBusy || undefined}>
        {isBusy ? t.claiming : t.claimAmount({ amount: formatPrice(claim.amount, claim.currency, pageLanguage()) })}
      </button>
    </form>
  )
}

/** Says in words, while it is typed, whether the address can be right and what was entered in its place. */
const AddressCheck = ({ address, network }: { address: string; network: NetworkName }) => {
  const [checked, setChecked] = useState<{ address: string; result: AddressResult }>()
  useEffect(() => {
    let isOver = false
    void checkAddress(address, network).then((result) => !isOver && setChecked({ address, result }))
    return () => {
      isOver = true
    }
  }, [address, network])
  const result = checked?.address === address ? checked.result : undefined
  return (
    <span className="address-check across gap-1.5 small medium" role="status" data-result={result}>
      {result && (
        <>
          {result === 'valid' ? <ValidIcon /> : <WarningIcon />}
          {describeResult(result, network)}
        </>
      )}
    </span>
  )
}

const describeResult = (result: NonNullable<AddressResult>, network: NetworkName) =>
  ({
    valid: t.validAddress,
    typo: t.addressTypo,
    'other-network': network === 'mainnet' ? t.testAddressGiven : t.otherNetwork,
    lightning: t.lightningGiven,
    name: t.nameGiven,
    secret: t.secretGiven,
    'no-address': t.noAddressGiven,
  })[result]

const Sum = ({ refund }: { refund: RefundClaim }) => (
  <dl className="sum">
    <div>
      <dt>{t.refund}</dt>
      <dd>
        <Price amount={refund.amount} currency={refund.currency} language={pageLanguage()} />
      </dd>
    </div>
    <div>
      <dt>{t.networkFee}</dt>
      <dd>{t.paidByStore({ store: refund.storeName })}</dd>
    </div>
    <div className="total">
      <dt>{t.youReceive}</dt>
      <dd>
        <Price amount={refund.amount} currency={refund.currency} language={pageLanguage()} />
        {refund.currency !== 'BTC' && refund.currency !== 'SATS' && <Btc amount={refund.amountBtc} />}
      </dd>
    </div>
  </dl>
)

/** In the sandbox nobody needs a wallet: its public lends an address. */
const TestAddress = ({ onAddress }: { onAddress: (address: string) => void }) => {
  const lend = async () => {
    const { address } = await ask(lendAddress, { body: {} })
    if (typeof address === 'string') onAddress(address)
  }
  return (
    <button type="button" className="link small" onClick={() => void lend().catch(() => undefined)}>
      {t.testAddress}
    </button>
  )
}
