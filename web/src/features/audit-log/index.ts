export { actorNames, nameOfActivity } from './describe-activity.ts'
