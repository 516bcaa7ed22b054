import { type Action, merchantScreens } from '../facts/index.ts'

export const originsChanged: Action<{ merchantId: number; before: string; after: string }> = {
  act: 'settings-changed',
  entry: ({ before, after }) => ({ detail: { field: 'checkoutOrigins', before, after } }),
  screens: merchantScreens(['settings']),
}
