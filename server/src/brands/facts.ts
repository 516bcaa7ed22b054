import { type Action, merchantScreens } from '../facts/index.ts'

type Change = { field: string; before: string | null; after: string | null }

export const brandChanged: Action<{ merchantId: number; detail: Change }> = {
  act: 'settings-changed',
  entry: ({ detail }) => ({ detail }),
  screens: merchantScreens(['settings']),
}
