import type { SentBody } from '@bitquay/contract/call'
import { type PayMethod, payMethods } from '@bitquay/contract/invoices.options'
import { type changeSettings, mostShortPercent, priceMinutes } from '@bitquay/contract/merchants'
import { messageOf } from '../../lib/api-error.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useLightningBalance } from '../balances/index.ts'
import { useFees } from '../fees/index.ts'
import { useChangeSettings } from '../merchants/index.ts'
import * as t from './messages.ts'
import { type Settings, SettingsForm } from './settings-form.tsx'

type CardProps = { settings: Settings }

const useSwitch = () => {
  const { mutate, isPending } = useChangeSettings()
  return {
    isPending,
    change: (wanted: SentBody<typeof changeSettings>) =>
      mutate(wanted, {
        onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) }),
      }),
  }
}

const methodTexts: Record<PayMethod, { name: string; hint: string }> = {
  lightning: { name: t.lightning, hint: t.lightningHint },
  'on-chain': { name: t.onChain, hint: t.onChainHint },
}

/** What new invoices offer. One way to pay always stays on. */
export const WaysToPayCard = ({ settings: { payMethods: chosen, role } }: CardProps) => {
  const { change, isPending } = useSwitch()
  const { data: lightning } = useLightningBalance()
  const hasLightning = lightning?.node !== 'none'
  const offered = chosen.filter((method) => method !== 'lightning' || hasLightning)
  return (
    <Card>
      <div className="stack lined settings-rows">
        {[...payMethods].reverse().map((method) => {
          const isOn = offered.includes(method)
          const isMissing = method === 'lightning' && !hasLightning
          const isLast = isOn && offered.length === 1
          return (
            <SwitchRow
              key={method}
              name={methodTexts[method].name}
              hint={isMissing ? t.noLightning : isLast ? t.lastMethod : methodTexts[method].hint}
              checked={isOn}
              disabled={role === 'user' || isPending || isMissing || isLast}
              onChange={(wanted) =>
                change({ payMethods: payMethods.filter((each) => (each === method ? wanted : chosen.includes(each))) })
              }
            />
          )
        })}
      </div>
    </Card>
  )
}

export const PriceAndTimeCard = ({ settings }: CardProps) => {
  const { change, isPending } = useSwitch()
  const { data: fees } = useFees()
  const disabled = settings.role === 'user'
  return (
    <SettingsForm
      settings={settings}
      rules={findProblems}
      current={({ priceMinutes: minutes, shortPercent }) => ({
        priceMinutes: String(minutes),
        shortPercent: String(shortPercent),
      })}
      names={{ priceMinutes: t.unsavedPrice, shortPercent: t.unsavedShort }}
      toChange={({ priceMinutes: minutes, shortPercent }) => ({
        priceMinutes: priceMinutes.find((each) => String(each) === minutes) ?? 15,
        shortPercent: Number(shortPercent),
      })}
    >
      {({ bind, errors }) => (
        <div className="stack gap-5">
          <div className="stack gap-x-3 gap-y-5 pairs">
            <Field label={t.priceLockedFor}>
              <Select {...bind('priceMinutes')} disabled={disabled}>
                {priceMinutes.map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {minutes < minutesOfHour
                      ? t.minutes({ count: minutes })
                      : t.hours({ count: minutes / minutesOfHour })}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t.shortBy} hint={t.shortByHint} error={errors.shortPercent}>
              <Input {...bind('shortPercent')} inputMode="decimal" autoComplete="off" readOnly={disabled} />
            </Field>
          </div>
          <SwitchRow
            name={t.passFee}
            hint={fees && t.passFeeHint({ percent: formatPercent(fees.current.invoiceProcessingPercent) })}
            checked={settings.passesFee}
            disabled={disabled || isPending}
            onChange={(passesFee) => change({ passesFee })}
          />
        </div>
      )}
    </SettingsForm>
  )
}

const minutesOfHour = 60

const findProblems = ({ shortPercent }: { priceMinutes: string; shortPercent: string }) => ({
  shortPercent:
    /^\d(\.\d{1,2})?$/.test(shortPercent.trim()) && Number(shortPercent) <= mostShortPercent ? undefined : t.shortWrong,
})
