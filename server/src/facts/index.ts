export { hasUnplacedEvents, newEvent, placeEvents, recordEvent, recordEvents, savePing } from './table.events.ts'
