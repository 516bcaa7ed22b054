/*! BTCPay's modal interface over Bitquay's checkout, for shops and plugins that were written for BTCPay Server. */
;(() => {
  if (window.btcpay) return
  const nothing = () => {}
  const listeners = { enter: nothing, leave: nothing, message: nothing }
  let shown

  /** BTCPay's names of the states. */
  const statuses = { new: 'New', processing: 'Processing', settled: 'Settled', expired: 'Expired', invalid: 'Invalid' }
  const tell = (data) => listeners.message(new MessageEvent('message', { data, origin: window.Bitquay.server }))

  /** BTCPay's second parameter names a payment method. Ours shows all of them. */
  const showInvoice = (invoiceId) => {
    shown = window.Bitquay.open(invoiceId, {
      onOpen: () => listeners.enter(),
      onReady: () => tell('loaded'),
      onStatus: ({ invoiceId: id, status }) => tell({ invoiceId: id, status: statuses[status] ?? status }),
      onClose: () => {
        listeners.leave()
        tell('close')
      },
    })
  }

  window.btcpay = {
    showInvoice,
    appendInvoiceFrame: showInvoice,
    appendAndShowInvoiceFrame: showInvoice,
    showFrame: nothing,
    hideFrame: () => shown?.close(),
    onModalWillEnter: (listener) => {
      listeners.enter = listener
    },
    onModalWillLeave: (listener) => {
      listeners.leave = listener
    },
    onModalReceiveMessage: (listener) => {
      listeners.message = listener
    },
    setApiUrlPrefix: (url) => window.Bitquay.setServer(url),
  }
})()
