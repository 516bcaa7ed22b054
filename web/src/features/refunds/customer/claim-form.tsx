import { type RefundClaim, refundAddress } from '@bitquay/contract/refunds'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Price } from '../../../frame/price.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { checkAddress } from '../../../lib/check-address.ts'
import { formatPrice } from '../../../lib/format-price.ts'
import { pageLanguage } from '../../../lib/language.ts'
import { servedMode } from '../../../lib/mode.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Btc } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { useClaimRefund, useTestAddress } from '../use-refunds.ts'
import * as t from './messages.ts'

/** Asks where to send the refund. The server checks the address for real. */
export const ClaimForm = ({ token, claim: refund }: { token: string; claim: RefundClaim }) => {
  const { bind, errors, change, setError, submit, fields } = useContractForm(requireAddress, {
    initial: { address: '' },
  })
  const claim = useClaimRefund(token)
  const send = submit(({ address }) =>
    claim.mutate(refundAddress.parse(address), {
      onError: (failure) => setError('address', messageOf(failure, t.claimFailed)),
    }),
  )
  return (
    <Form className="form-card" onSubmit={send}>
      <Field
        label={t.yourAddress}
        error={errors.address}
        aside={servedMode() !== 'live' && <TestAddress onAddress={(address) => change('address', address)} />}
      >
        <Input
          name="address"
          className="mono"
          dir="ltr"
          {...bind('address')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {!errors.address && <AddressCheck address={fields.address} />}
      </Field>
      <Sum refund={refund} />
      <Button type="submit" variant="signal" size="lg" block busy={claim.isPending}>
        {claim.isPending
          ? t.claiming
          : t.claimAmount({ amount: formatPrice(refund.amount, refund.currency, pageLanguage()) })}
      </Button>
    </Form>
  )
}

const requireAddress = ({ address }: { address: string }) => ({
  address: refundAddress.safeParse(address).success ? undefined : t.addressMissing,
})

/** Says in words whether the address is complete and without a typo, while it is typed. */
const AddressCheck = ({ address }: { address: string }) => {
  const [checked, setChecked] = useState<{ address: string; result: 'valid' | 'typo' | undefined }>()
  useEffect(() => {
    let isOver = false
    void checkAddress(address).then((result) => !isOver && setChecked({ address, result }))
    return () => {
      isOver = true
    }
  }, [address])
  const result = checked?.address === address ? checked.result : undefined
  return (
    <span className="address-check" role="status" data-result={result}>
      {result === 'valid' && (
        <>
          <CircleCheck className="ico" aria-hidden="true" />
          {t.validAddress}
        </>
      )}
      {result === 'typo' && (
        <>
          <TriangleAlert className="ico" aria-hidden="true" />
          {t.addressTypo}
        </>
      )}
    </span>
  )
}

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

const TestAddress = ({ onAddress }: { onAddress: (address: string) => void }) => {
  const lend = useTestAddress()
  return (
    <button type="button" className="link small" onClick={() => lend.mutate(undefined, { onSuccess: onAddress })}>
      {t.testAddress}
    </button>
  )
}
