import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { StoreState } from './merchant-state.tsx'
import { useChangeMerchant } from './use-merchants.ts'

const nodes = { none: 'None', shared: 'The platform’s node', own: 'A node of its own' }

const describeLightning = ({ lightningNode, lightningAvailable }: MerchantDetail) =>
  lightningNode === 'none' || lightningAvailable
    ? nodes[lightningNode]
    : `${nodes[lightningNode]} (unavailable, new invoices are on-chain only)`

/** The BTCPay store behind the merchant. */
export const MerchantEngine = ({ merchant }: { merchant: MerchantDetail }) => {
  const [changing, setChanging] = useState(false)
  const { btcpayStoreId, btcpayServerUrl } = merchant
  return (
    <Card
      title="BTCPay"
      note={<StoreState merchant={merchant} />}
      footer={
        <Button size="sm" icon={<PlugZap className="ico" aria-hidden="true" />} onClick={() => setChanging(true)}>
          Change BTCPay details
        </Button>
      }
    >
      {btcpayStoreId === null ? (
        <p className="muted">
          The platform makes the store, its wallet, a key for that store only and a webhook by itself. It takes a
          moment.
        </p>
      ) : (
        <div className="grid gap-5">
          <CopyRow label="Store ID" text={btcpayStoreId} />
          <Sums
            rows={[
              { name: 'Server', value: <span className="break-all">{btcpayServerUrl}</span> },
              { name: 'Lightning', value: describeLightning(merchant) },
              {
                name: 'Last read',
                value: merchant.balances.asOf ? formatDateTime(merchant.balances.asOf) : 'Not yet',
              },
            ]}
          />
          {merchant.syncError && <Notice kind="bad">{merchant.syncError}</Notice>}
        </div>
      )}
      {changing && <EngineDialog merchant={merchant} onClose={() => setChanging(false)} />}
    </Card>
  )
}

type EngineFields = { btcpayServerUrl: string; btcpayStoreId: string; btcpayApiKey: string }

const EngineDialog = ({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) => {
  const change = useChangeMerchant(merchant.id)
  const code = useAdminCode()
  const { register, submit } = useContractForm(leaveToServer<EngineFields>, {
    initial: {
      btcpayServerUrl: merchant.btcpayServerUrl ?? '',
      btcpayStoreId: merchant.btcpayStoreId ?? '',
      btcpayApiKey: '',
    },
  })
  const [error, setError] = useState<string>()
  const set = (name: keyof EngineFields) => register(name, { onChange: () => setError(undefined) })
  const save = submit((fields) =>
    change.mutate(
      { ...fields, ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({
            title: 'BTCPay details saved',
            description: 'The store was reached and its key may do what is needed.',
          })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          if (refusal instanceof ApiError && refusal.status !== 0) setError(refusal.message)
          else toast({ kind: 'bad', title: 'Error', description: messageOf(refusal, 'Failed to save the details') })
        },
      },
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Change BTCPay details"
      purpose="They are tried before they are saved: reachable, permissions, network, signing."
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={change.isPending}>
            {change.isPending ? 'Verifying...' : 'Verify and save'}
          </Button>
        </>
      }
    >
      <Field label="BTCPay server">
        <Input {...set('btcpayServerUrl')} type="url" placeholder="https://btcpay.example.com" spellCheck={false} />
      </Field>
      <Field label="Store ID">
        <Input {...set('btcpayStoreId')} className="mono" spellCheck={false} autoComplete="off" />
      </Field>
      <Field label="API key" hint="Limited to this store. It is kept encrypted and never shown again.">
        <PasswordInput {...set('btcpayApiKey')} autoComplete="off" data-autofocus />
      </Field>
      {error && <Notice kind="bad">{error}</Notice>}
      <OwnCodeField {...code} />
    </Dialog>
  )
}
