import { expect } from 'vitest'

/**
 * The fields of the objects that we answer as BTCPay does: their names in the API description that BTCPay Server 2.4.1
 * publishes at docs.btcpayserver.org/API/Greenfield/v1.
 */
export const publishedFields = {
  calls: {
    StoreData: `
      additionalTrackedRates anyoneCanCreateInvoice applyBrandColorToBackend archived autoDetectLanguage
      brandColor celebratePayment cssUrl defaultCurrency defaultLang defaultPaymentMethod
      displayExpirationTimer htmlTitle id invoiceExpiration lazyPaymentMethods lightningAmountInSatoshi
      lightningDescriptionTemplate lightningPrivateRouteHints logoUrl monitoringExpiration name
      networkFeeMode onChainWithLnInvoiceFallback payJoinEnabled paymentMethodCriteria paymentSoundUrl
      paymentTolerance playSoundOnPayment receipt recommendedFeeBlockTarget redirectAutomatically
      refundBOLT11Expiration showPayInWalletButton showRecommendedFee showStoreHeader speedPolicy
      supportUrl website
    `,
    ApiKeyData: 'apiKey label permissions',
    ApplicationHealthData: 'synchronized',
    ApplicationServerInfoData: 'fullySynched onion supportedPaymentMethods syncStatus version',
    ApplicationServerInfoSyncStatusData: 'available chainHeight nodeInformation paymentMethodId syncHeight',
    ApplicationServerInfoNodeStatusData: 'blocks headers verificationProgress',
    GenericPaymentMethodData: 'config enabled paymentMethodId',
    StoreRateResult: 'currencyPair errors rate',
    InvoiceData: `
      additionalStatus amount archived availableStatusesForManualMarking checkout checkoutLink createdTime
      currency expirationTime id metadata monitoringExpiration paidAmount receipt status storeId type
    `,
    CheckoutOptions: `
      defaultLanguage defaultPaymentMethod expirationMinutes lazyPaymentMethods monitoringMinutes
      paymentMethods paymentTolerance redirectAutomatically redirectURL speedPolicy
    `,
    ReceiptOptions: 'enabled showPayments showQR',
    InvoicePaymentMethodDataModel: `
      activated additionalData amount currency destination due paymentLink paymentMethodFee
      paymentMethodId paymentMethodPaid payments rate totalPaid
    `,
    Payment: 'destination fee id receivedDate status value',
    LightningInvoiceData: 'BOLT11 amount amountReceived customRecords expiresAt id paidAt paymentHash preimage status',
    PaymentRequestData: `
      allowCustomPaymentAmounts amount createdTime currency description email expiryDate formId
      formResponse id referenceId status storeId title
    `,
    WebhookData: 'authorizedEvents automaticRedelivery enabled id url',
    WebhookDataCreateResult: 'authorizedEvents automaticRedelivery enabled id secret url',
    WebhookDeliveryData: 'deliveryTime errorMessage httpCode id status timestamp',
    WebhookInvoiceReceivedPaymentEvent: `
      afterExpiration deliveryId invoiceId isRedelivery metadata originalDeliveryId payment
      paymentMethodId storeId timestamp type webhookId
    `,
    WebhookInvoicePaymentSettledEvent: `
      afterExpiration deliveryId invoiceId isRedelivery metadata originalDeliveryId payment
      paymentMethodId storeId timestamp type webhookId
    `,
    WebhookInvoiceProcessingEvent: `
      deliveryId invoiceId isRedelivery metadata originalDeliveryId overPaid storeId timestamp type
      webhookId
    `,
    WebhookInvoiceSettledEvent: `
      deliveryId invoiceId isRedelivery manuallyMarked metadata originalDeliveryId overPaid storeId
      timestamp type webhookId
    `,
    WebhookInvoiceInvalidEvent: `
      deliveryId invoiceId isRedelivery manuallyMarked metadata originalDeliveryId storeId timestamp type
      webhookId
    `,
    WebhookInvoiceExpiredEvent: `
      deliveryId invoiceId isRedelivery metadata originalDeliveryId partiallyPaid storeId timestamp type
      webhookId
    `,
  },
  refunds: {
    PullPaymentData: 'BOLT11Expiration amount archived autoApproveClaims currency description id name viewLink',
    PayoutData: `
      date destination id metadata originalAmount originalCurrency paymentProof payoutAmount
      payoutCurrency payoutMethodId pullPaymentId revision state
    `,
    PayoutPaymentProof: 'id link proofType',
  },
}

type Group = keyof typeof publishedFields

/** What we answer besides, and why. */
const ours: Readonly<Record<string, string>> = {
  // Older plugins read these.
  GenericPaymentMethodData: 'paymentMethod cryptoCode',
  ApplicationServerInfoSyncStatusData: 'cryptoCode',
  InvoicePaymentMethodDataModel: 'paymentMethod cryptoCode networkFee',
  // BTCPay's code has them, and its description doesn't.
  PaymentRequestData: 'archived',
  PullPaymentData: 'startsAt expiresAt period',
  // Our own: BTCPay doesn't list what waits.
  WebhookDeliveryData: 'nextAttemptAt',
}

const sorted = (names: string) => names.trim().split(/\s+/).sort()

/** Each object of a group has all published fields, and besides them only those that are named above. */
export const expectPublishedFields = <G extends Group>(
  group: G,
  answers: Record<keyof (typeof publishedFields)[G], unknown>,
) => {
  const published: Readonly<Record<string, string>> = publishedFields[group]
  for (const [name, fields] of Object.entries(published)) {
    const answer: unknown = (answers as Record<string, unknown>)[name]
    expect(Object.keys(answer ?? {}).sort(), name).toEqual(sorted(`${fields} ${ours[name] ?? ''}`))
  }
}
