import { refundAddress } from '@bitquay/contract/refunds'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { servedMode } from '../../lib/mode.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { useClaimRefund, useTestAddress } from './use-refunds.ts'

/** Where the money shall go. Sent once; the server checks the address for real. */
export const ClaimForm = ({ token }: { token: string }) => {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const claim = useClaimRefund(token)
  const submit = () => {
    const checked = refundAddress.safeParse(address)
    setError(checked.error?.issues[0]?.message)
    if (!checked.success) return
    claim.mutate(checked.data, {
      onError: (failure) => setError(messageOf(failure, 'Failed to claim the refund')),
    })
  }
  return (
    <Form onSubmit={submit}>
      <Field
        label="Your Bitcoin address"
        error={error}
        hint="From your own wallet. Money sent to a wrong address cannot be brought back."
        aside={servedMode() !== 'live' && <TestAddress onAddress={setAddress} />}
      >
        <Input
          name="address"
          className="mono"
          value={address}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setAddress(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" variant="signal" size="lg" block busy={claim.isPending}>
        {claim.isPending ? 'Claiming...' : 'Claim the refund'}
      </Button>
    </Form>
  )
}

const TestAddress = ({ onAddress }: { onAddress: (address: string) => void }) => {
  const lend = useTestAddress()
  return (
    <button type="button" className="link small" onClick={() => lend.mutate(undefined, { onSuccess: onAddress })}>
      Use a test address
    </button>
  )
}
