import { Link, useSearchParams } from 'react-router'
import { HelpLink } from '../../../frame/help-link.tsx'
import { Page } from '../../../frame/page.tsx'
import { requestCodeOf } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import '../../../ui/list-surface/view-tabs.css'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { AccountChangeNotice, CloseAccountCard, PersonalDataCard } from '../../account-care/index.ts'
import { BrandingTab } from '../../brands/index.ts'
import { DepositAddressesCard } from '../../deposit-addresses/index.ts'
import { FeeCard } from '../../fees/index.ts'
import { LightningAddressRow } from '../../lightning-addresses/index.ts'
import { useSettings } from '../../merchants/index.ts'
import { NotificationSettingsCard } from '../../notifications/index.ts'
import { TeamCard } from '../../team/index.ts'
import { AccountStatusCard } from '../account-status-card.tsx'
import { AddressCard, ContactCard, NameCard, RegionCard } from '../business-cards.tsx'
import { PriceAndTimeCard, WaysToPayCard } from '../checkout-cards.tsx'
import { DeveloperTab } from '../developer-tab.tsx'
import { DisplayCard } from '../display-card.tsx'
import { LanguageCard } from '../language-card.tsx'
import * as t from '../messages.ts'
import { RemindersCard } from '../reminders-card.tsx'
import { SettingsGroup } from '../settings-group.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { ZeroConfirmationCard } from '../zero-confirmation-card.tsx'

const tabNames = {
  business: t.business,
  branding: t.branding,
  team: t.team,
  notifications: t.notifications,
  payments: t.payments,
  developer: t.developer,
}
type Tab = keyof typeof tabNames

const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(tabNames, name)

const forManagers: readonly Tab[] = ['team', 'developer']

/** On a phone not all tabs fit beside each other. */
const showTab = (link: HTMLAnchorElement | null) => {
  const row = link?.parentElement
  if (row) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2
}

/** Each tab has an address. People, keys and endpoints are for those who may change them. */
const MerchantSettingsPage = () => {
  const [params] = useSearchParams()
  const isManager = useUser().role !== 'user'
  const tabs = Object.keys(tabNames)
    .filter(isTab)
    .filter((name) => isManager || !forManagers.includes(name))
  const asked = params.get('tab')
  const tab = isTab(asked) && tabs.includes(asked) ? asked : 'business'
  return (
    <Page>
      <nav className="c12 tabs flex gap-1" aria-label={t.tabs}>
        {tabs.map((name) => (
          <Link
            key={name}
            to={{ search: name === 'business' ? '' : `tab=${name}` }}
            preventScrollReset
            ref={name === tab ? showTab : undefined}
            aria-current={name === tab ? 'page' : undefined}
          >
            {tabNames[name]}
          </Link>
        ))}
      </nav>
      {tab === 'business' && <BusinessTab />}
      {tab === 'branding' && <BrandingTab mayChange={isManager} />}
      {tab === 'team' && <TeamCard />}
      {tab === 'notifications' && <NotificationsTab />}
      {tab === 'payments' && <PaymentsTab />}
      {tab === 'developer' && <DeveloperTab />}
    </Page>
  )
}

const BusinessTab = () => {
  const { data: settings } = useSettings()
  const { twoFactorEnabled, role } = useUser()
  return (
    <>
      {role !== 'user' && <AccountChangeNotice />}
      {settings ? (
        <>
          <SettingsSection name={t.nameSection} sentence={t.nameWhy}>
            <NameCard settings={settings} />
          </SettingsSection>
          <SettingsSection name={t.addressSection} sentence={t.addressWhy}>
            <AddressCard settings={settings} />
          </SettingsSection>
          <SettingsSection name={t.contactSection} sentence={t.contactWhy}>
            <ContactCard settings={settings} />
          </SettingsSection>
          <SettingsSection name={t.regionSection} sentence={t.regionWhy}>
            <RegionCard settings={settings} />
          </SettingsSection>
          <SettingsSection name={t.accountSection} sentence={t.accountWhy}>
            <AccountStatusCard settings={settings} twoFactorEnabled={twoFactorEnabled} />
          </SettingsSection>
        </>
      ) : (
        <NotLoaded />
      )}
      <SettingsSection name={t.display} sentence={t.displayWhy}>
        <DisplayCard />
      </SettingsSection>
      <SettingsSection name={t.personalData} sentence={t.personalDataWhy}>
        <PersonalDataCard />
      </SettingsSection>
      {role === 'owner' && (
        <SettingsSection name={t.closeAccount} sentence={t.closeAccountWhy}>
          <CloseAccountCard />
        </SettingsSection>
      )}
    </>
  )
}

const NotificationsTab = () => (
  <SettingsSection name={t.notifications} sentence={t.notificationsWhy}>
    <NotificationSettingsCard />
  </SettingsSection>
)

/** Four groups, from what the customer sees to what it costs. */
const PaymentsTab = () => {
  const { data: settings } = useSettings()
  const mayChange = useUser().role !== 'user'
  if (!settings) return <NotLoaded />
  return (
    <>
      <SettingsGroup name={t.atCheckout}>
        <SettingsSection name={t.waysToPay} sentence={t.waysToPayWhy}>
          <WaysToPayCard settings={settings} />
        </SettingsSection>
        <SettingsSection name={t.priceAndTime} sentence={t.priceAndTimeWhy}>
          <PriceAndTimeCard settings={settings} />
        </SettingsSection>
        <SettingsSection name={t.language} sentence={t.languageWhy}>
          <LanguageCard settings={settings} />
        </SettingsSection>
        <SettingsSection name={t.emailedInvoices} sentence={t.emailedInvoicesWhy}>
          <RemindersCard settings={settings} />
        </SettingsSection>
      </SettingsGroup>
      <SettingsGroup name={t.atCounter}>
        <SettingsSection name={t.fastPayments} sentence={t.fastPaymentsWhy}>
          <ZeroConfirmationCard settings={settings} />
        </SettingsSection>
      </SettingsGroup>
      <SettingsGroup name={t.addresses}>
        <SettingsSection name={t.lightningAddress} sentence={t.lightningAddressWhy}>
          <LightningAddressRow mayChange={mayChange} />
        </SettingsSection>
        <SettingsSection name={t.depositAddresses} sentence={t.depositAddressesWhy}>
          <DepositAddressesCard mayChange={mayChange} />
        </SettingsSection>
      </SettingsGroup>
      <SettingsGroup name={t.whatItCosts}>
        <SettingsSection
          name={t.feeStructure}
          sentence={
            <>
              {t.feesWhy} <HelpLink about="fees" />
            </>
          }
        >
          <FeeCard markupPercent={settings.markupFeePercent} nextMarkup={settings.nextMarkup} />
        </SettingsSection>
      </SettingsGroup>
    </>
  )
}

/** Couldn't be loaded, or not yet. */
const NotLoaded = () => {
  const { error, isFetching, refetch } = useSettings()
  if (!error) {
    return (
      <Card>
        <SkeletonLines lines={6} />
      </Card>
    )
  }
  return (
    <LoadError
      card
      prominent
      title={t.loadFailedTitle}
      sentence={t.loadFailed}
      code={requestCodeOf(error)}
      reading={{ isFetching, refetch }}
    />
  )
}

export default MerchantSettingsPage
