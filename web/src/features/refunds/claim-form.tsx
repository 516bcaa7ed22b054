import { refundAddress } from '@bitquay/contract/refunds'
import { messageOf } from '../../lib/api-error.ts'
import { servedMode } from '../../lib/mode.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { useClaimRefund, useTestAddress } from './use-refunds.ts'

/** Asks where to send the refund. The server checks the address for real. */
export const ClaimForm = ({ token }: { token: string }) => {
  const { bind, errors, change, setError, submit } = useContractForm(checkAddress, { initial: { address: '' } })
  const claim = useClaimRefund(token)
  const send = submit(({ address }) =>
    claim.mutate(refundAddress.parse(address), {
      onError: (failure) => setError('address', messageOf(failure, t.claimFailed)),
    }),
  )
  return (
    <Form onSubmit={send}>
      <Field
        label={t.yourAddress}
        error={errors.address}
        hint={t.addressHint}
        aside={servedMode() !== 'live' && <TestAddress onAddress={(address) => change('address', address)} />}
      >
        <Input
          name="address"
          className="mono"
          {...bind('address')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="signal" size="lg" block busy={claim.isPending}>
        {claim.isPending ? t.claiming : t.claim}
      </Button>
    </Form>
  )
}

const checkAddress = ({ address }: { address: string }) => ({
  address: refundAddress.safeParse(address).error?.issues[0]?.message,
})

const TestAddress = ({ onAddress }: { onAddress: (address: string) => void }) => {
  const lend = useTestAddress()
  return (
    <button type="button" className="link small" onClick={() => lend.mutate(undefined, { onSuccess: onAddress })}>
      {t.testAddress}
    </button>
  )
}
