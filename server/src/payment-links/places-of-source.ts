const mostPlaces = 20

/**
 * How many places of a link one source may take while their invoices are open. Around the change of two periods it can
 * hold almost twice as many, which is less than all.
 */
export const placesOfSource = ({ maxPayments, maxQuantity }: { maxPayments: number; maxQuantity: number }) =>
  Math.min(Math.max(mostPlaces, maxQuantity), Math.max(1, Math.floor(maxPayments / 2)))
