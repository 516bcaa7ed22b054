export { type Action, type Addressed, announce, announceAll, type By, type Fact } from './fact.ts'
export { hasUnplacedEvents, newEvent, placeEvents, recordEvent, recordEvents, savePing } from './table.events.ts'
