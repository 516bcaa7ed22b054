/** A merchant's fees are collected once they reach this amount. */
export const sweepThresholdCents = 2500n
