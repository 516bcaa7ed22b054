import type { Texts } from './en.ts'

export const es: Texts = {
  paid: 'Pagada',
  testMode: 'Modo de prueba',
  notReal: 'No se ha pagado dinero real.',
  anyAmount: 'Cualquier importe',
  questions: (store, contact) => `¿Tiene preguntas? Contacte con ${store}: ${contact}`,

  paymentsBy: 'Pagos con',

  receipt: 'Recibo',
  receiptFrom: (store) => `Recibo de ${store}`,
  youPaid: (store) => `Pago a ${store}`,
  hereIsReceipt: 'Este es su recibo.',
  viewReceipt: 'Ver recibo',
  paidAt: (time) => `Pagado el ${time}`,
  amount: 'Importe',
  description: 'Concepto',
  inBitcoin: 'En bitcoin',
  received: 'Recibido',
  rate: 'Cotización',
  paidWith: 'Pagado con',
  onChain: 'Bitcoin, on-chain',
  lightning: 'Bitcoin, Lightning',
  bothWays: 'Bitcoin, on-chain y Lightning',
  markedBy: (store) => `Marcada como pagada por ${store}`,
  paymentHash: 'Hash del pago',
  transaction: 'Transacción',
  confirmedInBlock: 'Confirmado en el bloque',
  invoice: 'Factura',

  invoiceFrom: (store) => `Factura de ${store}`,
  haveInvoice: (store) => `Tiene una factura de ${store}`,
  anyWallet: 'Pague con cualquier billetera de Bitcoin o Lightning.',
  payInvoice: 'Pagar factura',
  payBy: 'Pagar antes del',
  dueDate: 'Fecha de vencimiento',
  refundFrom: (store) => `Reembolso de ${store}`,
  sendingRefund: (store) => `${store} le envía un reembolso`,
  addAddress: 'Indique la dirección de Bitcoin para su reembolso.',
  claimRefund: 'Recibir reembolso',
  reason: 'Motivo',
  claimBy: 'Solicitar antes del',
  refundCaution:
    'Cualquier persona con este enlace puede recibir el reembolso. No lo comparta. Use una dirección de su propia billetera: los pagos a una dirección equivocada no se pueden recuperar. Nunca le pediremos su frase de recuperación.',
  notExpected: '¿No esperaba este correo? Puede ignorarlo sin problema.',
  privacy: 'Privacidad',

  errors: {
    'invalid-request': 'Revise los datos introducidos.',
    'not-found': 'No encontrado',
    'too-many-attempts': 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
    'internal-error': 'Ha ocurrido un error por nuestra parte. Vuelva a intentarlo.',
    unavailable: 'El servicio no está disponible en este momento. Vuelva a intentarlo en un minuto.',
    'not-configured': 'Esta tienda no puede aceptar pagos en Bitcoin en este momento. Contacte con la tienda.',
    'engine-unavailable':
      'No se pudo conectar con el servidor de pagos. No se ha creado nada. Vuelva a intentarlo en un minuto.',
    'engine-refused': 'El servidor de pagos rechazó la solicitud.',
    'price-unavailable':
      'No se pudo obtener un precio en bitcoin para esta factura. No se ha creado nada. Vuelva a intentarlo en un minuto.',
    'payment-link-closed': 'Este enlace de pago está cerrado.',
    'invoice-not-renewable':
      'No se puede obtener un nuevo precio para esta factura. Contacte con la empresa que se la envió.',
    'receipt-limit-reached': 'Este recibo ya se envió 3 veces por correo. Descargue el PDF en su lugar.',
    'invalid-address': 'Introduzca una dirección de Bitcoin válida de su propia billetera',
    'refund-claimed': 'Este reembolso ya se ha solicitado.',
    'refund-closed': 'Este reembolso ya no está disponible. Contacte con la tienda.',
    'refund-store-inactive':
      'Esta tienda está desactivada, por lo que no se puede recibir el reembolso. No se ha enviado nada. Contacte con la tienda.',
    'refund-not-payable':
      'La tienda no puede pagar este reembolso en este momento. No se ha enviado nada. Vuelva a intentarlo más tarde o contacte con la tienda.',
  },
  fields: {
    amount: 'Introduzca un importe válido',
    name: 'Introduzca su nombre',
    email: 'Introduzca una dirección de correo válida',
    reason: 'Describa el problema',
    address: 'Introduzca una dirección de Bitcoin válida de su propia billetera',
  },
}
