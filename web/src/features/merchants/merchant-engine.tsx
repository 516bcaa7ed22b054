import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { PlugZap, Truck } from 'lucide-react'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { formatAgo, formatDate, formatDateTime } from '../../lib/format-date.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Field } from '../../ui/field.tsx'
import { Usd } from '../../ui/figures.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CancelMoveDialog, MoveDialog, MoveNotice } from './merchant-move.tsx'
import { StoreState } from './merchant-state.tsx'
import * as t from './messages.ts'
import { useChangeMerchant, useEngines } from './use-merchants.ts'

const signers = { platform: t.ourServerSigns, merchant: t.onlyMerchantSigns, 'own-server': t.merchantServerSigns }

const nodes = { none: t.noNode, shared: t.sharedNode, own: t.ownNode }

const describeLightning = ({ lightningNode, lightningAvailable }: MerchantDetail) =>
  lightningNode === 'none' || lightningAvailable
    ? nodes[lightningNode]
    : t.nodeUnavailable({ node: nodes[lightningNode] })

const describeWebhook = ({ lastAt, waiting }: MerchantDetail['webhook'], now: Date) => {
  if (lastAt === null) return t.noWebhook
  const last = t.lastWebhook({ ago: formatAgo(lastAt, now) })
  return waiting > 0 ? t.webhooksWaiting({ last, count: waiting }) : last
}

type Asked = 'move' | 'cancel-move' | 'change'

/** The BTCPay store behind the merchant. */
export const MerchantEngine = ({ merchant }: { merchant: MerchantDetail }) => {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const { btcpayStoreId, btcpayServerUrl, recoveryPhrase, webhook } = merchant
  const now = useNow(10_000)
  return (
    <Card
      title={t.btcpay}
      note={<StoreState merchant={merchant} />}
      footer={
        <>
          <MoveButton merchant={merchant} onAsk={setAsked} />
          <Button size="sm" icon={<PlugZap className="ico" aria-hidden="true" />} onClick={() => setAsked('change')}>
            {t.changeBtcpay}
          </Button>
        </>
      }
    >
      {btcpayStoreId === null ? (
        <p className="muted">{t.creatingStore}</p>
      ) : (
        <div className="stack gap-5">
          <CopyRow label={t.storeId} text={btcpayStoreId} />
          <Sums
            rows={[
              ...(merchant.engine === null ? [] : [{ name: t.paymentServer, value: merchant.engine }]),
              { name: t.server, value: <span className="break-all">{btcpayServerUrl}</span> },
              { name: t.keys, value: signers[merchant.holder] },
              ...(recoveryPhrase
                ? [
                    {
                      name: t.recoveryPhrase,
                      value: recoveryPhrase.revealedAt
                        ? t.revealed({ date: formatDate(recoveryPhrase.revealedAt) })
                        : t.notRevealed,
                    },
                  ]
                : []),
              { name: t.lightning, value: describeLightning(merchant) },
              { name: t.webhook, value: describeWebhook(webhook, now) },
              {
                name: t.lastSynced,
                value: merchant.balances.asOf ? formatDateTime(merchant.balances.asOf) : t.notYet,
              },
              ...merchant.formerStores.map(({ id, engine, balance }) => ({
                key: String(id),
                name: t.formerStore({ engine }),
                value: <Usd amount={balance.usd} />,
              })),
            ]}
          />
          <MoveNotice merchant={merchant} />
          {merchant.syncError && <Notice kind="bad">{merchant.syncError}</Notice>}
        </div>
      )}
      {asked === 'move' && <MoveDialog merchant={merchant} onClose={close} />}
      {asked === 'cancel-move' && <CancelMoveDialog merchant={merchant} onClose={close} />}
      {asked === 'change' && <EngineDialog merchant={merchant} onClose={close} />}
    </Card>
  )
}

/** Only a platform with several payment servers can move a merchant. */
const MoveButton = ({ merchant, onAsk }: { merchant: MerchantDetail; onAsk: (asked: Asked) => void }) => {
  const engines = useEngines()
  if (merchant.move) {
    return (
      <Button size="sm" variant="bad" onClick={() => onAsk('cancel-move')}>
        {t.cancelMove}
      </Button>
    )
  }
  if (merchant.engine === null || !engines || engines.length < 2) return null
  return (
    <Button size="sm" icon={<Truck className="ico" aria-hidden="true" />} onClick={() => onAsk('move')}>
      {t.move}
    </Button>
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
            title: t.btcpaySavedToast,
            description: t.btcpayVerified,
          })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          if (refusal instanceof ApiError && refusal.status !== 0) setError(refusal.message)
          else toast({ kind: 'bad', title: t.failedToast, description: messageOf(refusal, t.btcpayFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.changeBtcpay}
      purpose={t.btcpayPurpose}
      confirm={t.verify}
      confirming={t.verifying}
      busy={change.isPending}
      onSubmit={save}
    >
      <Field label={t.btcpayServer}>
        <Input {...set('btcpayServerUrl')} type="url" placeholder={t.btcpayServerExample} spellCheck={false} />
      </Field>
      <Field label={t.storeId}>
        <Input {...set('btcpayStoreId')} className="mono" spellCheck={false} autoComplete="off" />
      </Field>
      <Field label={t.apiKey} hint={t.apiKeyHint}>
        <PasswordInput {...set('btcpayApiKey')} autoComplete="off" data-autofocus />
      </Field>
      {error && <Notice kind="bad">{error}</Notice>}
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
