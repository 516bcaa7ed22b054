export { ApplicationState } from './application-state.tsx'
