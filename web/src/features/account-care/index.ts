export { AccountCareMenu } from './account-care-menu.tsx'
export { AccountChangeNotice, MerchantChangeNotice } from './account-change-notice.tsx'
export { CloseAccountCard } from './close-account-card.tsx'
export { PersonalDataCard } from './personal-data-card.tsx'
