import { bitcoinUnits, displayCurrencies, type Preferences } from '@bitquay/contract/people'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useChangePreferences, usePreferences } from '../../lib/preferences.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useSettings } from '../merchants/index.ts'
import { nameOfZone } from './business-cards.tsx'
import * as t from './messages.ts'

/** How this person sees the product. Each choice takes effect at once. */
export const DisplayCard = () => {
  const preferences = usePreferences()
  const { mutate } = useChangePreferences()
  const change = (wanted: Partial<Preferences>) =>
    mutate(wanted, {
      onError: (error) =>
        toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.preferencesFailed) }),
    })
  return (
    <Card>
      <div className="stack gap-5">
        <TimeZone zone={preferences.timeZone} onChoose={(timeZone) => change({ timeZone })} />
        <Field label={t.bitcoinUnit}>
          <Select
            value={preferences.bitcoinUnit}
            onChange={({ target }) => change({ bitcoinUnit: target.value === 'sats' ? 'sats' : 'btc' })}
          >
            {bitcoinUnits.map((unit) => (
              <option key={unit} value={unit}>
                {unitNames[unit]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.alsoShow} hint={t.alsoShowHint}>
          <Select
            value={preferences.displayCurrency ?? ''}
            onChange={({ target }) =>
              change({ displayCurrency: displayCurrencies.find((code) => code === target.value) ?? null })
            }
          >
            <option value="">{t.noCurrency}</option>
            {displayCurrencies.map((code) => (
              <option key={code} value={code}>
                {currencyNames.of(code)} ({code})
              </option>
            ))}
          </Select>
        </Field>
        <SwitchRow
          name={t.shortcuts}
          hint={t.shortcutsHint}
          checked={preferences.shortcuts}
          onChange={(shortcuts) => change({ shortcuts })}
        />
      </div>
    </Card>
  )
}

const unitNames = { btc: t.unitBtc, sats: t.unitSats }
const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })

type TimeZoneProps = { zone: string | null; onChoose: (zone: string | null) => void }

const TimeZone = ({ zone, onChoose }: TimeZoneProps) => {
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  const shopZone = useSettings().data?.timeZone
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Field label={t.ownTimeZone} hint={t.timeZoneHint}>
      <Select value={zone ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">
          {shopZone ? t.shopZone({ zone: nameOfZone(shopZone) }) : t.browserZone({ zone: nameOfZone(own) })}
        </option>
        {[...new Set([...zones, 'UTC', ...(zone ? [zone] : [])])].map((name) => (
          <option key={name} value={name}>
            {nameOfZone(name)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
