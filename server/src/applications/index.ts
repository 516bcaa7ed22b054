export { approveApplication } from './approve-application.ts'
export { rejectApplication } from './review-application.ts'
export { submitApplication } from './submit-application.ts'
export type { Application } from './table.ts'
