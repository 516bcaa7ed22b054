export { type Action, type Addressed, announce, announceAll, type By, type Detail, type Fact } from './fact.ts'
export {
  actionsOn,
  adminScreens,
  entryOfMerchant,
  merchantScreens,
  type OfMerchant,
  type OfSubject,
} from './subjects.ts'
export { hasUnplacedEvents, newEvent, placeEvents, savePing } from './table.events.ts'
