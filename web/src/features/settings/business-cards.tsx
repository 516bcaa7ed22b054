import { countries } from '@bitquay/contract/countries'
import { addressForm, contactForm, nameForm } from '@bitquay/contract/merchants'
import { currencies } from '@bitquay/contract/prices'
import { useState } from 'react'
import { leaveToServer } from '../../lib/use-contract-form.ts'
import { useNow } from '../../lib/use-now.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCurrencies } from '../invoices/index.ts'
import * as t from './messages.ts'
import { type Settings, SettingsForm } from './settings-form.tsx'

type CardProps = { settings: Settings }

const mayChange = ({ role }: Settings) => role !== 'user'

export const NameCard = ({ settings }: CardProps) => (
  <SettingsForm
    settings={settings}
    rules={nameForm}
    current={({ storeName, legalName }) => ({ storeName, legalName })}
    names={{ storeName: t.unsavedName, legalName: t.unsavedLegalName }}
    toChange={(names) => names}
  >
    {({ bind, errors }) => (
      <div className="stack gap-5">
        <Field label={t.businessName} error={errors.storeName}>
          <Input {...bind('storeName')} autoComplete="organization" readOnly={!mayChange(settings)} />
        </Field>
        <Field
          label={
            <>
              {t.legalName} <span className="opt">{t.ifDifferent}</span>
            </>
          }
          hint={t.legalNameHint}
          error={errors.legalName}
        >
          <Input {...bind('legalName')} autoComplete="organization" readOnly={!mayChange(settings)} />
        </Field>
        {!mayChange(settings) && <Notice>{t.managersOnly}</Notice>}
      </div>
    )}
  </SettingsForm>
)

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' })

export const AddressCard = ({ settings }: CardProps) => {
  const readOnly = !mayChange(settings)
  const [sorted] = useState(() =>
    countries
      .map((code) => ({ code, name: countryNames.of(code) ?? code }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  )
  return (
    <SettingsForm
      settings={settings}
      rules={addressForm}
      current={({ street, city, region, postalCode, country, taxId }) => ({
        ...{ street, city, region, postalCode, country, taxId },
      })}
      names={{
        ...{ street: t.unsavedStreet, city: t.unsavedCity, region: t.unsavedState, postalCode: t.unsavedZip },
        ...{ country: t.unsavedCountry, taxId: t.unsavedTaxId },
      }}
      toChange={(address) => address}
    >
      {({ bind, errors }) => (
        <div className="stack gap-5">
          <Field label={t.street} error={errors.street}>
            <Input {...bind('street')} autoComplete="street-address" readOnly={readOnly} />
          </Field>
          <div className="stack gap-x-3 gap-y-5 pairs">
            <Field label={t.city} error={errors.city}>
              <Input {...bind('city')} autoComplete="address-level2" readOnly={readOnly} />
            </Field>
            <div className="stack columns-2 gap-3">
              <Field label={t.state} error={errors.region}>
                <Input {...bind('region')} autoComplete="address-level1" readOnly={readOnly} />
              </Field>
              <Field label={t.zip} error={errors.postalCode}>
                <Input {...bind('postalCode')} autoComplete="postal-code" readOnly={readOnly} />
              </Field>
            </div>
            <Field label={t.country} error={errors.country}>
              <Select {...bind('country')} autoComplete="country" disabled={readOnly}>
                <option value="">{t.chooseCountry}</option>
                {sorted.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t.taxId} optional hint={t.taxIdHint} error={errors.taxId}>
              <Input {...bind('taxId')} autoComplete="off" readOnly={readOnly} />
            </Field>
          </div>
        </div>
      )}
    </SettingsForm>
  )
}

export const ContactCard = ({ settings }: CardProps) => (
  <SettingsForm
    settings={settings}
    rules={contactForm}
    current={({ phone, website }) => ({ phone, website })}
    names={{ phone: t.unsavedPhone, website: t.unsavedWebsite }}
    toChange={(contact) => contact}
  >
    {({ bind, errors }) => (
      <div className="stack gap-5">
        <div className="stack gap-x-3 gap-y-5 pairs">
          <Field label={t.phone} error={errors.phone}>
            <Input {...bind('phone')} type="tel" autoComplete="tel" readOnly={!mayChange(settings)} />
          </Field>
          <Field label={t.website} error={errors.website}>
            <Input {...bind('website')} inputMode="url" autoComplete="url" readOnly={!mayChange(settings)} />
          </Field>
        </div>
        <Field label={t.signInEmail} hint={t.emailHint}>
          <Input type="email" value={settings.email} readOnly />
        </Field>
      </div>
    )}
  </SettingsForm>
)

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })
const lastHour = 6
const noon = 12

export const RegionCard = ({ settings }: CardProps) => {
  const disabled = !mayChange(settings)
  const codes = useCurrencies(settings.currency)
  return (
    <SettingsForm
      settings={settings}
      rules={leaveToServer<{ timeZone: string; currency: string; dayEndsHour: string }>}
      current={({ timeZone, currency, dayEndsHour }) => ({
        timeZone: timeZone ?? '',
        currency,
        dayEndsHour: String(dayEndsHour),
      })}
      names={{ timeZone: t.unsavedTimeZone, currency: t.unsavedCurrency, dayEndsHour: t.unsavedDayEnd }}
      toChange={({ timeZone, currency, dayEndsHour }) => ({
        timeZone: timeZone || null,
        currency: currencies.find((code) => code === currency) ?? 'USD',
        dayEndsHour: Number(dayEndsHour),
      })}
    >
      {({ bind, fields }) => (
        <div className="stack gap-5">
          <div className="stack gap-x-3 gap-y-5 pairs">
            <Field label={t.timeZone} hint={t.shopZoneHint}>
              <Select {...bind('timeZone')} disabled={disabled}>
                <ZoneOptions chosen={fields.timeZone} />
              </Select>
            </Field>
            <Field label={t.currency} hint={t.currencyHint}>
              <Select {...bind('currency')} disabled={disabled}>
                {codes.map((code) => (
                  <option key={code} value={code}>
                    {t.currencyNamed({ name: nameOfCurrency(code), code })}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Field label={t.dayEnds} hint={fields.dayEndsHour === '0' ? t.dayEndsMidnight : t.dayEndsLater}>
            <Select {...bind('dayEndsHour')} disabled={disabled}>
              {Array.from({ length: lastHour + 1 }, (_, hour) => (
                <option key={hour} value={hour}>
                  {hour === 0 ? t.midnight : t.hourOfMorning({ hour: String(hour % noon) })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
    </SettingsForm>
  )
}

/** A list of sats has no name in any language. */
const nameOfCurrency = (code: string) => {
  try {
    return currencyNames.of(code) ?? code
  } catch {
    return code
  }
}

const ZoneOptions = ({ chosen }: { chosen: string }) => {
  const now = useNow(60_000)
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/')))
  const names = [...new Set([...zones, 'UTC', ...(chosen ? [chosen] : [])])]
  return (
    <>
      <option value="">{t.noZone}</option>
      {names.map((zone) => (
        <option key={zone} value={zone}>
          {zone === chosen ? t.zoneNow({ zone: nameOfZone(zone), time: timeIn(zone, now) }) : nameOfZone(zone)}
        </option>
      ))}
    </>
  )
}

const timeIn = (timeZone: string, at: Date) =>
  at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone })

export const nameOfZone = (zone: string) => zone.replaceAll('_', ' ')
