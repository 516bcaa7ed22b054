import { type Action, adminScreens, entryOfMerchant, type OfMerchant } from '../facts/index.ts'

export const collectionAsked: Action<OfMerchant> = {
  act: 'fee-collection-asked',
  entry: entryOfMerchant,
  screens: adminScreens('merchants'),
}
