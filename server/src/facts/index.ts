export { type Action, type Addressed, announce, announceAll, type By, type Detail, type Fact } from './fact.ts'
export { adminScreens, entryOfMerchant, merchantScreens, type OfMerchant } from './of-merchant.ts'
export { hasUnplacedEvents, newEvent, placeEvents, recordEvent, recordEvents, savePing } from './table.events.ts'
