export { PlatformAlarm } from './platform-alarm.tsx'
