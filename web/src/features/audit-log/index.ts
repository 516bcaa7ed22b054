export { actorOf, nameOfActivity } from './describe-activity.ts'
